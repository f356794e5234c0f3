import { execFile, spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { closeServer, listen } from '../server/http/http-server.ts'
import { freePort } from '../testkit/free-port.ts'
import { runProgram, startProgram, waitForOutput } from '../testkit/run.ts'
import { shellLines } from '../testkit/shell-lines.ts'
import { demoKeys } from './demo-keys.ts'

const run = promisify(execFile)

test('errors are reported in one line with what to do', async () => {
  const taken = createServer()
  const port = await listen(taken, 0, '127.0.0.1')
  onTestFinished(() => closeServer(taken, 0))
  for (const [args, message] of [
    [[], /^listen EADDRINUSE.*set PORT to another port\n$/],
    [['--scenario', 'none'], /^--scenario must be one of demo, empty, .*, not none\n$/],
  ] as const) {
    const { status, stdout, stderr } = await runProgram('mock/main.ts', args, {
      PORT: String(port),
    })
    expect([status, stdout, stderr]).toEqual([1, '', expect.stringMatching(message)])
  }
})

/** Starts a program from the README and waits until it accepts connections. */
const startBeside = async (line: string, port: number) => {
  const child = spawn('sh', ['-c', `exec ${line}`], { stdio: 'ignore' })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  const accepts = () => fetch(`http://127.0.0.1:${port}/`).then(({ ok }) => ok)
  await expect.poll(() => accepts().catch(() => false)).toBe(true)
}

test('it prints the keys and a working curl line, and the README’s commands work one after the other', async () => {
  const lines = shellLines('mock/README.md')
  const pasted = lines.filter((line) => /^(curl |node |MERCH_KEY=)/.test(line))
  expect(pasted).toContain(`MERCH_KEY=${demoKeys.demo}`)
  expect(lines).toContain('npm run mock -- --scenario out-of-stock')
  const child = startProgram('mock/main.ts', ['--scenario', 'out-of-stock'], { PORT: '0' })
  const complaints = child.stderr ? text(child.stderr) : ''
  const printed = await waitForOutput(child, /curl .*\n/)
  for (const [name, key] of Object.entries(demoKeys))
    expect(printed).toMatch(new RegExp(`^ {2}${name} +${key}$`, 'm'))
  const [printedLine = ''] = /curl .*/.exec(printed) ?? []
  const { stdout } = await run('sh', ['-c', `${printedLine} --silent`])
  expect(JSON.parse(stdout)[0]).toMatchObject({ sku: 'TEE-BLK-S' })
  const [, MERCH_URL = ''] = /listening on (\S+)/.exec(printed) ?? []
  const environment = { PATH: process.env.PATH ?? '', MERCH_URL, MERCH_KEY: demoKeys.demo }
  const port = await freePort()
  const statuses: string[] = []
  for (const line of pasted) {
    // The port of the README's receiver may be in use here.
    const command = line.replaceAll('9000', String(port))
    if (command.startsWith('node ')) await startBeside(command.replace(/ &$/, ''), port)
    if (!command.startsWith('curl ')) continue
    const options = `--silent --output /dev/null --write-out '%{http_code}'`
    const { stdout } = await run('sh', ['-c', `${command} ${options}`], { env: environment })
    statuses.push(stdout)
  }
  expect(statuses.length).toBeGreaterThan(7)
  // One command requests a 429.
  expect(statuses.filter((status) => status >= '400')).toEqual(['429'])
  const get = async (path: string) => (await fetch(`${MERCH_URL}/__mock/${path}`)).json()
  await expect.poll(() => get('deliveries')).toMatchObject([{ status: 200 }])
  expect(await get('state')).toMatchObject({ stateful: true, scenario: 'out-of-stock' })
  const ended = new Promise((resolve) => child.once('close', resolve))
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(await complaints).toBe('')
})
