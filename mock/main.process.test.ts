import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { closeServer, listen } from '../server/http/http-server.ts'
import { runProgram, startProgram, waitForOutput } from '../testkit/run.ts'

test('it prints the keys and a working curl line, and nothing on stderr', async () => {
  const child = startProgram('mock/main.ts', [], { PORT: '0' })
  let complaints = ''
  child.stderr?.on('data', (chunk) => {
    complaints += chunk
  })
  const printed = await waitForOutput(child, /curl .*\n/)
  for (const name of ['demo', 'other', 'empty', 'revoked', 'deactivated', 'unissued'])
    expect(printed).toMatch(new RegExp(`^ {2}${name} +mfk_\\w{92}$`, 'm'))
  const [line = ''] = /curl .*/.exec(printed) ?? []
  const { stdout } = await promisify(execFile)('sh', ['-c', `${line} --silent`])
  expect(JSON.parse(stdout)[0]).toMatchObject({ sku: 'TEE-BLK-M' })
  expect(complaints).toBe('')
  const ended = new Promise((resolve) => child.once('close', resolve))
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
})

test('a port in use is reported in one line with what to do', async () => {
  const taken = createServer()
  const port = await listen(taken, 0, '127.0.0.1')
  onTestFinished(() => closeServer(taken, 0))
  const { status, stdout, stderr } = await runProgram('mock/main.ts', [], { PORT: String(port) })
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^listen EADDRINUSE.*set PORT to another port\n$/)
})

test('an unknown scenario is rejected with the list of scenarios', async () => {
  const { status, stderr } = await runProgram('mock/main.ts', ['--scenario', 'none'])
  expect(status).toBe(1)
  expect(stderr).toMatch(/^--scenario must be one of demo, empty, .*, not none\n$/)
})

test('--help shows the usage with every scenario', async () => {
  const { status, stdout } = await runProgram('mock/main.ts', ['--help'])
  expect(status).toBe(0)
  expect(stdout).toMatch(/^Usage: npm run mock -- .*everything-shipped/s)
})
