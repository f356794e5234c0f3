#!/usr/bin/env node
/** Starts the mock of the package, unless Node is too old for it. */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 16)) {
  process.stderr.write(`merch-mock needs Node 22.16 or newer, not ${process.versions.node}\n`)
  process.exitCode = 1
} else {
  const { runCommand } = await import('./command.ts')
  await runCommand({ name: 'merch-mock' })
}

export {}
