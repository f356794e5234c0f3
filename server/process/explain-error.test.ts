import { createServer } from 'node:http'
import { parseArgs } from 'node:util'
import { expect, test } from 'vitest'
import { ConfigError } from '../config.ts'
import { listen } from '../http/http-server.ts'
import { StoreError } from '../store/store-error.ts'
import { explainError } from './explain-error.ts'

const systemError = (syscall: string, code: string, message: string) =>
  Object.assign(new Error(message), { syscall, code })

const thrown = (run: () => unknown): unknown => {
  try {
    return run()
  } catch (error) {
    return error
  }
}

const anotherHost = 'set HOST to an address of this machine, such as 127.0.0.1'

test.each<[string, unknown, string]>([
  ['a setting', new ConfigError('PORT must be …'), 'PORT must be …'],
  ['a database', new StoreError('The database x …'), 'The database x …'],
  [
    'a privileged port',
    systemError('listen', 'EACCES', 'listen EACCES: permission denied 127.0.0.1:80'),
    'listen EACCES: permission denied 127.0.0.1:80: this user may not use that port; set PORT to 1024 or above',
  ],
  [
    'an address without its zone',
    systemError('listen', 'EINVAL', 'listen EINVAL: invalid argument fe80::1:8080'),
    `listen EINVAL: invalid argument fe80::1:8080: that is not an address to listen on; ${anotherHost}`,
  ],
  [
    'a name without an address',
    systemError('getaddrinfo', 'ENOTFOUND', 'getaddrinfo ENOTFOUND nowhere'),
    `getaddrinfo ENOTFOUND nowhere: that name has no address; ${anotherHost}`,
  ],
  [
    'a name that nobody answers for',
    systemError('getaddrinfo', 'EAI_AGAIN', 'getaddrinfo EAI_AGAIN nowhere'),
    `getaddrinfo EAI_AGAIN nowhere: that name cannot be looked up; ${anotherHost}`,
  ],
  [
    'an option that is not there',
    thrown(() => parseArgs({ args: ['--foo'], options: {} })),
    "Unknown option '--foo'. --help lists the options",
  ],
  [
    'an argument too many',
    thrown(() => parseArgs({ args: ['x'], options: {} })),
    "Unexpected argument 'x'. --help lists the options",
  ],
  [
    'an option in place of a value',
    thrown(() => parseArgs({ args: ['--a', '--a'], options: { a: { type: 'string' } } })),
    "Option '--a' argument is ambiguous. --help lists the options",
  ],
  ['something that is no error', 'why', 'why'],
])('explains %s in one line', (_, error, line) => {
  expect(explainError(error)).toBe(line)
})

test('explains an address of another machine in one line', async () => {
  const error = await listen(createServer(), 0, '192.0.2.1').catch((caught: unknown) => caught)
  expect(explainError(error)).toBe(
    `listen EADDRNOTAVAIL: address not available 192.0.2.1: this machine does not have that address; ${anotherHost}`,
  )
})

test('shows the stack of an unexpected error', () => {
  expect(explainError(new Error('oh'))).toMatch(/^Error: oh\n {4}at .*explain-error\.test\.ts/)
  const file = systemError('open', 'EACCES', 'EACCES: permission denied, open x')
  expect(explainError(file)).not.toContain('PORT')
})
