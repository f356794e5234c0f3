import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { dockerCommand, stCommand } from './command.ts'

const job = {
  url: 'http://127.0.0.1:40404',
  reports: '/reports-of-the-host',
  variables: { MERCH_KEY: 'a-key', MERCH_URL: 'http://127.0.0.1:40404' },
  more: ['--phases', 'fuzzing'],
}

/** Returns the arguments that follow an option. */
const after = (args: readonly string[], option: string): (string | undefined)[] =>
  args.flatMap((arg, at) => (arg === option ? [args[at + 1]] : []))

test('st uses the project’s configuration and loads the hooks by name', () => {
  const { program, args, variables, folder } = stCommand(job)
  expect([program, folder]).toEqual(['st', job.reports])
  const [configuration = ''] = after(args, '--config-file')
  expect(existsSync(configuration)).toBe(true)
  expect(args.slice(2)).toEqual([
    ...['run', `${job.url}/openapi.json`, '--url', job.url],
    ...['--phases', 'fuzzing'],
  ])
  expect(variables).toMatchObject(job.variables)
  expect(existsSync(`${variables.PYTHONPATH}/${variables.SCHEMATHESIS_HOOKS}.py`)).toBe(true)
})

test('the image is pinned and can access the server, the configuration, the hooks and the reports', () => {
  const { program, args, variables } = dockerCommand(job)
  expect([program, args[0]]).toEqual(['docker', 'run'])
  expect(after(args, '--network')).toEqual(['host'])
  const mounts = after(args, '--volume').map((mount = '') => mount.split(':'))
  expect(mounts.map(([, inside]) => inside)).toEqual([
    '/contract/schemathesis.toml',
    `${variables.PYTHONPATH}/${variables.SCHEMATHESIS_HOOKS}.py`,
    '/reports',
  ])
  for (const [host = '', , mode] of mounts.slice(0, 2))
    expect([existsSync(host), mode]).toEqual([true, 'ro'])
  expect(mounts[2]).toEqual([job.reports, '/reports'])
  expect(after(args, '--workdir')).toEqual(['/reports'])
  const [, ...arguments_] = args.slice(args.indexOf('schemathesis/schemathesis:4.25.0'))
  expect(arguments_).toEqual([
    ...['--config-file', '/contract/schemathesis.toml'],
    ...['run', `${job.url}/openapi.json`, '--url', job.url, '--phases', 'fuzzing'],
  ])
})

test('keys are passed to the image in the environment, never on the command line', () => {
  const { args, variables } = dockerCommand(job)
  expect(args.join(' ')).not.toContain('a-key')
  expect(after(args, '--env')).toEqual(expect.arrayContaining(Object.keys(variables)))
  expect(variables.MERCH_KEY).toBe('a-key')
})
