import { spawnSync } from 'node:child_process'
import { goal, isReached, low, redoclyScore } from './redocly-score.ts'

// Prints the document's score, and sizes and times of the client and the docs. Exits with 1 if the score
// is below the goal or a part cannot be built.

const row = (title: string, value: string) => process.stdout.write(`${title.padEnd(20)} ${value}\n`)

/** Runs an npm script and returns the lines that it printed. */
const linesOf = (script: string): string[] => {
  const { status, stdout } = spawnSync('npm', ['run', '--silent', script], { encoding: 'utf8' })
  if (status !== 0) process.exitCode = 1
  return stdout.trim().split('\n')
}

const score = redoclyScore()
const below = low(score)
const count = Object.keys(score.operationScores).length
const over = `${count - below.length} of ${count} operations over ${goal.operation}`
row('redocly score', `${score.agentReadiness} of 100; ${over}`)
for (const { id, has, most } of below)
  row('', `${id} has ${has}; its parameters and depth allow ${most} at most`)
if (!isReached(score)) process.exitCode = 1

row('client', linesOf('client:build').at(-1) ?? '')
for (const [i, line] of linesOf('docs:measure').entries()) row(i === 0 ? 'docs' : '', line)
