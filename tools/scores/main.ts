import { spawnSync } from 'node:child_process'
import { ownServer } from '../../contract-tests/own/own-server.ts'
import { outsideEventsOf } from '../../contract-tests/workflows/outside-events.ts'
import { runWorkflows } from '../../contract-tests/workflows/run-workflows.ts'
import { goal, isReached, low, redoclyScore } from './redocly-score.ts'

// Prints what can be counted of the contract and of what is made of it, in one table; ends with 1 if any of it is not
// as it is to be.

const say = (line: string) => process.stdout.write(`${line}\n`)

const row = (what: string, value: string) => say(`${what.padEnd(20)} ${value}`)

/** What an npm script printed, and whether it ended well. */
const script = (name: string) => {
  const { status, stdout } = spawnSync('npm', ['run', '--silent', name], {
    encoding: 'utf8',
    env: { ...process.env, REDOCLY_TELEMETRY: 'off' },
  })
  return { isGood: status === 0, lines: stdout.trim().split('\n') }
}

const workflows = async (): Promise<string> => {
  const target = await ownServer()
  try {
    const outcomes = await runWorkflows(target, { outside: outsideEventsOf(target) })
    const kept = outcomes.filter(({ failures }) => failures.length === 0)
    const checks = outcomes.reduce((sum, outcome) => sum + outcome.checks, 0)
    if (kept.length < outcomes.length) process.exitCode = 1
    return `${kept.length} of ${outcomes.length} workflows, ${checks} checks`
  } finally {
    await target.stop()
  }
}

const score = redoclyScore()
const below = low(score)
const count = Object.keys(score.operationScores).length
const over = `${count - below.length} of ${count} operations over ${goal.operation}`
row('redocly score', `${score.agentReadiness} of 100; ${over}`)
for (const { id, has, most } of below)
  row('', `${id} has ${has}; its parameters and its depth leave ${most} at most`)
if (!isReached(score)) process.exitCode = 1

const lint = script('lint:document')
if (!lint.isGood) process.exitCode = 1
row('redocly lint', lint.isGood ? 'no problems' : 'problems: npm run lint:document')
row('redocly respect', await workflows())

const client = script('client:build')
if (!client.isGood) process.exitCode = 1
row('client', client.lines.at(-1) ?? '')

const docs = script('docs:measure')
if (!docs.isGood) process.exitCode = 1
for (const [i, line] of docs.lines.entries()) row(i === 0 ? 'docs' : '', line)
