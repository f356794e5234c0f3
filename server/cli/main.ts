#!/usr/bin/env node
import { runMerch } from './merch.ts'

await runMerch(process.argv.slice(2))
