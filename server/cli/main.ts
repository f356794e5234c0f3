#!/usr/bin/env node
import { runMerch } from './merch.ts'

// A reader that closes its end, such as head, is no error.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

await runMerch(process.argv.slice(2))
