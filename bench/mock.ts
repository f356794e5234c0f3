import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import autocannon from 'autocannon'
import { demoKeys } from '../mock/demo-keys.ts'
import { freePort } from '../testkit/free-port.ts'

const usage = `Usage: npm run bench:mock -- [--seconds N] [--rounds N]

Measures the mock against stock Prism CLI on the same document: the product list, in turns, 50
connections each. Quote the ratio: it travels between machines.

  --seconds N  the length of each round, in seconds (default: 3)
  --rounds N   the number of rounds; the median counts (default: 5)
`

const file = (relative: string) => fileURLToPath(new URL(`../${relative}`, import.meta.url))
const say = (line: string) => process.stdout.write(`${line}\n`)

type Started = { child: ChildProcess; url: string; readyAfter: number }

/** Starts a program and waits until it listens. */
const start = (args: string[], port: number, environment: Record<string, string> = {}) =>
  new Promise<Started>((resolve, reject) => {
    const began = performance.now()
    const child = spawn(process.execPath, args, {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let printed = ''
    const look = (chunk: Buffer) => {
      printed += chunk.toString()
      if (/listening/.test(printed))
        resolve({
          child,
          url: `http://127.0.0.1:${port}/v1/products/list`,
          readyAfter: performance.now() - began,
        })
    }
    child.stdout.on('data', look)
    child.stderr.on('data', look)
    child.once('close', () => reject(new Error(`the program did not start:\n${printed}`)))
  })

const measure = async (url: string, seconds: number): Promise<number> => {
  const result = await autocannon({
    url,
    connections: 50,
    duration: seconds,
    headers: { authorization: `Bearer ${demoKeys.demo}` },
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} responses were errors, ${result.errors} failed`)
  return result.requests.average
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const run = async (seconds: number, rounds: number): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'merch-bench-'))
  const document = join(folder, 'openapi.json')
  const bundle: object = JSON.parse(readFileSync(file('generated/openapi.json'), 'utf8'))
  const jsonSchemaDialect = 'https://json-schema.org/draft/2020-12/schema'
  writeFileSync(document, JSON.stringify({ ...bundle, jsonSchemaDialect }))
  const [ours, theirs] = [await freePort(), await freePort()]
  const cli = file('node_modules/@stoplight/prism-cli/dist/index.js')
  const mock = await start([file('mock/main.ts')], ours, {
    PORT: String(ours),
    RATE_LIMIT_BUDGET: '2000000000',
  })
  const prism = await start(
    [cli, 'mock', document, '--port', String(theirs), '--verboseLevel', 'info'],
    theirs,
  )
  try {
    const [mockRates, prismRates]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round++) {
      mockRates.push(await measure(mock.url, seconds))
      prismRates.push(await measure(prism.url, seconds))
    }
    const [mockRate, prismRate] = [median(mockRates), median(prismRates)]
    say(
      `mock   ${Math.round(mockRate)} requests a second, ready after ${Math.round(mock.readyAfter)} ms`,
    )
    say(
      `Prism  ${Math.round(prismRate)} requests a second, ready after ${Math.round(prism.readyAfter)} ms`,
    )
    say(`the mock handles ${(mockRate / prismRate).toFixed(1)} times as many requests`)
  } finally {
    mock.child.kill()
    prism.child.kill()
    rmSync(folder, { recursive: true })
  }
}

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '5' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) say(usage)
else await run(Number(values.seconds), Number(values.rounds))
process.exit()
