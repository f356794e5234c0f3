import { execFile, spawn } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../testkit/free-port.ts'
import { startProgram, waitForOutput } from '../testkit/run.ts'
import { shellLines } from '../testkit/shell-lines.ts'
import { demoKeys } from './demo-keys.ts'

const lines = shellLines('mock/README.md')

/** Returns the options that a line passes to the mock. */
const argsOf = (line: string) => line.split(' ').slice(4)

const startMock = async (...args: string[]) => {
  const child = startProgram('mock/main.ts', args, { PORT: '0' })
  const printed = await waitForOutput(child, /curl .*\n/)
  return /listening on (\S+)/.exec(printed)?.[1] ?? ''
}

/** Starts a program from the README and waits until it accepts connections. */
const startBeside = async (line: string, port: number) => {
  const child = spawn('sh', ['-c', `exec ${line}`], { stdio: 'ignore' })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  await expect
    .poll(() =>
      fetch(`http://127.0.0.1:${port}/`).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    .toBe(true)
}

test('the README’s commands work when run one after the other', async () => {
  const pasted = lines.filter((line) => /^(curl |node |KEY=)/.test(line))
  expect(pasted).toContain(`KEY=${demoKeys.demo}`)
  const [line = 'npm run mock -- none'] = lines.filter((each) => /^npm run mock\b(?!:)/.test(each))
  const [MOCK, port] = [await startMock(...argsOf(line)), await freePort()]
  const environment = { PATH: process.env.PATH ?? '', MOCK, KEY: demoKeys.demo }
  const statuses: number[] = []
  for (const line of pasted) {
    // The port of the README's receiver may be in use here.
    const command = line.replaceAll('9000', String(port))
    if (command.startsWith('node ')) await startBeside(command.replace(/ &$/, ''), port)
    else if (command.startsWith('curl ')) {
      const { stdout } = await promisify(execFile)(
        'sh',
        ['-c', `${command} --silent --output /dev/null --write-out '%{http_code}'`],
        { env: environment },
      )
      statuses.push(Number(stdout))
    }
  }
  expect(statuses.length).toBeGreaterThan(7)
  // One command requests a 429.
  expect(statuses.filter((status) => status >= 400)).toEqual([429])
  await expect
    .poll(async () => (await fetch(`${MOCK}/__mock/deliveries`)).json())
    .toMatchObject([{ status: 200 }])
})

test.each(lines.filter((line) => /^npm run mock -- (?!--help)/.test(line)))('%s', async (line) => {
  const address = await startMock(...argsOf(line))
  const state = await (await fetch(`${address}/__mock/state`)).json()
  expect(state).toMatchObject({ stateful: true })
})
