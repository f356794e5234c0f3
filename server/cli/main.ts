#!/usr/bin/env node
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// Without it, a command compiles 150 files before it begins. Nothing is cached where the folder cannot be written.
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/merch'))

process.stdout.once('error', (error: NodeJS.ErrnoException) => {
  // A reader that closes its end, such as head, is no error.
  if (error.code === 'EPIPE') return
  process.stderr.write(`Cannot write the output: ${error.message}\n`)
  process.exitCode = 1
})
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

const { runMerch } = await import('./merch.ts')
await runMerch(process.argv.slice(2))
