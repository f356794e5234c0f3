import { execFileSync, spawn } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parse } from 'yaml'
import { demoKeys } from '../../mock/demo-keys.ts'
import { freePort } from '../kit/free-port.ts'
import { measure, path, readOptions, say } from './harness.ts'
import { askAt, checks } from './mock-checks.ts'

const options = readOptions(
  `Usage: npx node tests/bench/compare-mocks.ts [--seconds N] [--write FILE]

Installs mocks of the same document into an empty folder each, asks each the same questions, measures them, and
prints two tables. Run npm run packages first. Needs Linux for the memory.

  --seconds N   the length of the load, in seconds (3)
  --write FILE  replace the tables between the markers of this file
`,
  { seconds: '3', write: '' },
)

type Tool = {
  packages: readonly string[]
  /** Starts it on PORT. */
  command: string
  /** Runs before the start. */
  prepare?: string
}

const tools: Record<string, Tool> = parse(
  readFileSync(path('tests/bench/compare-mocks.yaml'), 'utf8'),
)

/** Installs, starts, checks and measures a tool. */
const judge = async ({ packages, command, prepare }: Tool) => {
  const folder = mkdtempSync(join(tmpdir(), 'merch-rival-'))
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}')
  cpSync(path('tests/bench/compare-mocks.mjs'), join(folder, 'compare-mocks.mjs'))
  // Without variables in the URL and without TRACE, which some of them do not know.
  const document = JSON.parse(readFileSync(path('generated/openapi.json'), 'utf8'))
  const { trace: _, ...auth } = document.paths['/v1/auth']
  const paths = { ...document.paths, '/v1/auth': auth }
  const plain = { ...document, paths, servers: [{ url: 'http://127.0.0.1:8080' }] }
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(plain))
  const began = performance.now()
  // The tarball is named by a pattern.
  const named = packages.flatMap((each) => (each.includes('*') ? globSync(path(each)) : each))
  const install = ['install', '--ignore-scripts', '--silent', '--no-audit', '--no-fund', ...named]
  execFileSync('npm', install, { cwd: folder })
  const installed = performance.now() - began
  const size = execFileSync('du', ['-sm', 'node_modules'], { cwd: folder, encoding: 'utf8' })
  const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'))
  if (prepare) execFileSync(process.execPath, prepare.split(' '), { cwd: folder })
  const port = await freePort()
  const args = command.replace('PORT', String(port)).split(' ')
  const started = performance.now()
  const child = spawn(process.execPath, args, { cwd: folder, stdio: 'ignore' })
  try {
    const ask = askAt(port)
    while ((await ask('GET auth')).status === 0 && performance.now() - started < 60_000)
      await wait(20)
    const ready = performance.now() - started
    const passed: string[] = []
    for (const [name, check] of Object.entries(checks))
      if (await check(ask).catch(() => false)) passed.push(name)
    const url = `http://127.0.0.1:${port}/v1/products/list`
    const headers = { authorization: `Bearer ${demoKeys.demo}` }
    const load = { url, headers, duration: Number(options.seconds) }
    const rate = await measure(url, load, 200).catch(() => ({ perSecond: 0 }))
    const [, kilobytes = 0] =
      /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? []
    return {
      passed,
      figures: [
        `${passed.length} of ${Object.keys(checks).length}`,
        `${(installed / 1000).toFixed(1)} s`,
        Object.keys(lock.packages).length - 1,
        `${size.split('\t')[0]} MB`,
        `${(ready / 1000).toFixed(1)} s`,
        rate.perSecond === 0 ? 'fails' : Math.round(rate.perSecond),
        `${Math.round(Number(kilobytes) / 1000)} MB`,
      ],
    }
  } finally {
    child.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}

const row = (cells: readonly unknown[]) => `| ${cells.join(' | ')} |`
const table = (head: readonly string[], rows: readonly (readonly unknown[])[]) =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n')

const results: { name: string; result: Awaited<ReturnType<typeof judge>> }[] = []
for (const [name, tool] of Object.entries(tools)) {
  results.push({ name, result: await judge(tool) })
  say(`${name}: ${results.at(-1)?.result.figures.join(', ')}`)
}
const heads = ['', 'checks', 'install', 'packages', 'size', 'ready', 'requests/s', 'memory']
const figures = table(
  heads,
  results.map(({ name, result }) => [name, ...result.figures]),
)
const outcomes = table(
  ['', ...results.map(({ name }) => name)],
  Object.keys(checks).map((name) => [
    name,
    ...results.map(({ result }) => (result.passed.includes(name) ? '✓' : '')),
  ]),
)
say(`\n${figures}\n\n${outcomes}`)
if (options.write !== '') {
  const between = (name: string) => new RegExp(`(?<=<!-- ${name} -->\n)[^]*?(?=<!-- /${name} -->)`)
  const text = readFileSync(options.write, 'utf8')
    .replace(between('rivals'), () => `\n${figures}\n\n`)
    .replace(between('checks'), () => `\n${outcomes}\n\n`)
  writeFileSync(options.write, text)
}
process.exit()
