#!/usr/bin/env node
import { runMerch } from './merch.ts'

// A reader that closes its end, such as head, is no error.
process.stdout.on('error', () => {})

await runMerch(process.argv.slice(2))
