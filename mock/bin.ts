#!/usr/bin/env node
import { nodeProblem } from './supported-node.ts'

/** Starts the mock of the package, unless Node is too old for it. */
if (nodeProblem !== undefined) {
  process.stderr.write(`${nodeProblem}\n`)
  process.exitCode = 1
} else {
  void import('./command.ts').then(({ runCommand }) => runCommand({ name: 'merch-mock' }))
}
