import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoKeys } from '../../mock/demo-keys.ts'
import { freePort } from '../kit/free-port.ts'
import { measure, median, path, readOptions, say, start } from './harness.ts'

const usage = `Usage: npx node tests/bench/mock.ts [--seconds N] [--rounds N]

Measures the mock against stock Prism CLI on the same document: the product list, in turns, 50
connections each. Quote the ratio: it travels between machines.

  --seconds N  the length of each round, in seconds (default: 3)
  --rounds N   the number of rounds; the median counts (default: 5)
`

const measureList = async (port: number, seconds: number): Promise<number> => {
  const url = `http://127.0.0.1:${port}/v1/products/list`
  const headers = { authorization: `Bearer ${demoKeys.demo}` }
  return (await measure(url, { url, headers, duration: seconds }, 200)).perSecond
}

const run = async (seconds: number, rounds: number): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'merch-bench-'))
  const document = join(folder, 'openapi.json')
  const bundle: object = JSON.parse(readFileSync(path('generated/openapi.json'), 'utf8'))
  const jsonSchemaDialect = 'https://json-schema.org/draft/2020-12/schema'
  writeFileSync(document, JSON.stringify({ ...bundle, jsonSchemaDialect }))
  const [ours, theirs] = [await freePort(), await freePort()]
  const cli = path('node_modules/@stoplight/prism-cli/dist/index.js')
  const mock = await start([path('mock/main.ts')], /listening/, {
    PORT: String(ours),
    RATE_LIMIT_BUDGET: '2000000000',
  })
  const prism = await start(
    [cli, 'mock', document, '--port', String(theirs), '--verboseLevel', 'info'],
    /listening/,
  )
  try {
    const [mockRates, prismRates]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round++) {
      mockRates.push(await measureList(ours, seconds))
      prismRates.push(await measureList(theirs, seconds))
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

const { seconds, rounds } = readOptions(usage, { seconds: '3', rounds: '5' })
await run(Number(seconds), Number(rounds))
process.exit()
