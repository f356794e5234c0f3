import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runProgram, startProgram, waitForOutput } from '../../testkit/run.ts'
import { temporaryFolder } from '../../testkit/temporary-folder.ts'

const program = 'contract-tests/schemathesis/main.ts'

/** Returns a PATH with a fake st that reports the expected version and runs a script. */
const pathWithSt = (script: string): string => {
  const folder = temporaryFolder()
  const text = `#!${process.execPath}
if (process.argv[2] === '--version') console.log('st, version 4.25.0')
else (async () => { ${script} })()`
  writeFileSync(join(folder, 'st'), text, { mode: 0o755 })
  return folder
}

describe('without st and Docker', () => {
  const run = (...args: string[]) => runProgram(program, args, { PATH: temporaryFolder() })

  test('the message says why it is skipped and what to do', async () => {
    const { status, stdout, stderr } = await run()
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout).toBe(`skipped: Schemathesis: no st on the PATH; no Docker engine is running.
To run it, install Schemathesis 4.25.0 (pipx install schemathesis==4.25.0) or start a Docker engine.
`)
  })

  test('--require makes the skip a failure', async () => {
    const { status, stdout } = await run('--require')
    expect(status).toBe(1)
    expect(stdout).toContain('skipped: Schemathesis')
  })

  test('--help shows the usage', async () => {
    const { status, stdout } = await run('--help')
    expect(status).toBe(0)
    expect(stdout).toMatch(/^Usage: npm run test:schemathesis/)
  })
})

/** Returns whether a server responds at a URL. */
const responds = (url: string): Promise<boolean> =>
  fetch(`${url}/healthz`).then(
    () => true,
    () => false,
  )

test('st gets a server, its document and every kind of key; its exit status is returned and the server stops', async () => {
  const reports = join(temporaryFolder(), 'deep', 'reports')
  const PATH = pathWithSt(`
    const { MERCH_URL: url, ...keys } = process.env
    const status = async (name) => {
      const headers = { authorization: 'Bearer ' + keys['MERCH_' + name] }
      return (await fetch(url + '/v1/auth', { headers })).status
    }
    const statuses = []
    for (const name of ['KEY', 'OTHER_KEY', 'REVOKED_KEY', 'DEACTIVATED_KEY']) statuses.push(await status(name))
    const { openapi } = await (await fetch(process.argv[5])).json()
    const limit = (await fetch(url + '/v1/auth')).headers.get('ratelimit-limit')
    console.log(JSON.stringify({ url, statuses, openapi, limit, more: process.argv.slice(8), at: process.cwd() }))
    process.exitCode = 3
  `)
  const { status, stdout, stderr } = await runProgram(
    program,
    ['--reports', reports, '--', '--phases', 'fuzzing'],
    { PATH },
  )
  expect([status, stderr]).toEqual([3, ''])
  const [said = '', , named] = stdout.split('\n')
  const { url, ...seen } = JSON.parse(said)
  expect(seen).toEqual({
    statuses: [200, 200, 401, 401],
    openapi: '3.1.0',
    limit: '10000000',
    more: ['--phases', 'fuzzing'],
    at: reports,
  })
  expect(named).toMatch(/^Reports: .*junit\.xml, .*har\.json$/)
  expect(existsSync(reports)).toBe(true)
  expect(await responds(url)).toBe(false)
})

test('SIGINT stops st and the server and fails the run', async () => {
  const PATH = pathWithSt(`
    process.on('SIGINT', () => process.exit(0))
    console.log('url=' + process.env.MERCH_URL + ';')
    setInterval(() => {}, 1000)
  `)
  const child = startProgram(program, ['--reports', temporaryFolder()], { PATH })
  const [, url = ''] = /url=(.*);/.exec(await waitForOutput(child, /url=.*;/)) ?? []
  expect(await responds(url)).toBe(true)
  const ended = new Promise((resolve) => child.once('close', resolve))
  child.kill('SIGINT')
  expect(await ended).toBe(130)
  expect(await responds(url)).toBe(false)
})
