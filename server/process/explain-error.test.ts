import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { ConfigError } from '../config.ts'
import { listen } from '../http/http-server.ts'
import { StoreError } from '../store/store.ts'
import { explainError } from './explain-error.ts'

const systemError = (syscall: string, code: string, message: string) =>
  Object.assign(new Error(message), { syscall, code })

/** Listens on an address that this machine does not have. */
const listening = () => listen(createServer(), 0, '192.0.2.1')

test.each<[unknown, string]>([
  [new ConfigError('PORT must be …'), 'PORT must be …'],
  [new StoreError('The database x …'), 'The database x …'],
  [
    systemError('listen', 'EACCES', 'permission denied 127.0.0.1:80'),
    'permission denied 127.0.0.1:80: this user may not use that port; set PORT to 1024 or above',
  ],
  [
    await listening().catch((error: unknown) => error),
    'listen EADDRNOTAVAIL: address not available 192.0.2.1: this machine does not have that address; set HOST to an address of this machine, such as 127.0.0.1',
  ],
  [
    systemError('getaddrinfo', 'ENOTFOUND', 'getaddrinfo ENOTFOUND nowhere'),
    'getaddrinfo ENOTFOUND nowhere: that name has no address; set HOST to an address of this machine, such as 127.0.0.1',
  ],
  [
    systemError('', 'ERR_PARSE_ARGS_UNKNOWN_OPTION', 'No -x. Use …'),
    'No -x. --help lists the options',
  ],
  ['why', 'why'],
])('%s is explained in one line', (error, line) => {
  expect(explainError(error)).toBe(line)
})

test('the stack of an unexpected error is shown', () => {
  expect(explainError(new Error('oh'))).toMatch(/^Error: oh\n {4}at .*explain-error\.test\.ts/)
  const file = systemError('open', 'EACCES', 'EACCES: permission denied, open x')
  expect(explainError(file)).not.toContain('PORT')
})
