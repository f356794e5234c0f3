import { expect, test } from 'vitest'
import { runProgram } from '../../testkit/run.ts'
import { temporaryFolder } from '../../testkit/temporary-folder.ts'
import { programs } from '../testing/programs.ts'

const program = 'contract-tests/mutants/main.ts'

/** An `st` that reads a 401 and fails if its body is not the plain text. */
const PATH = () =>
  programs({
    st: `#!${process.execPath}
      if (process.argv[2] === '--version') console.log('st, version 4.25.0')
      else fetch(process.env.MERCH_URL + '/v1/auth').then(async (response) => {
        const text = await response.text()
        if (text === 'Unauthorized') return
        console.log('- Plain text\\n\\n    the body is ' + text)
        process.exitCode = 1
      })`,
  })

test('each judge tests each violation; one that none detects fails the command', async () => {
  const args = ['--judges', 'schemathesis', '--only', '401 responses', '--seed', '1']
  const { status, stdout, stderr } = await runProgram(program, args, { PATH: PATH() })
  expect([status, stderr]).toEqual([1, ''])
  expect(stdout).toMatch(/^The unchanged server\n {4}schemathesis: none/)
  expect(stdout).toMatch(
    /^1\/5 401 responses are JSON.*\n {4}schemathesis: Plain text the body is {"message":"Unauthorized"}$/m,
  )
  expect(stdout).toMatch(/^Detected by none:\n(.*\n)* {2}✗ 401 responses have WWW-Authenticate/m)
  expect(stdout).toMatch(/^2 of 5 violations detected/m)
})

test('a sample is drawn by the seed', async () => {
  const drawn = async (seed: string) => {
    const args = ['--judges', 'schemathesis', '--sample', '3', '--seed', seed]
    const { stdout } = await runProgram(program, args, { PATH: PATH() })
    return stdout.match(/^\d\/3 .*/gm)
  }
  const [first, second, other] = await Promise.all(['7', '7', '8'].map(drawn))
  expect(first).toHaveLength(3)
  expect(second).toEqual(first)
  expect(other).not.toEqual(first)
})

test.each([
  [['--judges', 'all'], 'skipped: Schemathesis: no st on the PATH'],
  [['--judges', 'others'], '--judges must be all or some of laws,workflows,schemathesis: others'],
  [['--sample', 'x'], '--sample must be a whole number: x'],
])('%j is an error', async (args, message) => {
  const { status, stderr } = await runProgram(program, args, { PATH: temporaryFolder() })
  expect(status).toBe(2)
  expect(stderr).toContain(message)
})
