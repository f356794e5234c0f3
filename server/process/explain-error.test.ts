import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { listen } from '../http/http-server.ts'
import { explainError } from './explain-error.ts'

test('an address that this machine does not have is explained in one line', async () => {
  const error = await listen(createServer(), 0, '192.0.2.1').catch((error: unknown) => error)
  expect(explainError(error)).toBe(
    'listen EADDRNOTAVAIL: address not available 192.0.2.1: this machine does not have that address; set HOST to an address of this machine, such as 127.0.0.1',
  )
})

test('the stack of an unexpected error is shown', () => {
  expect(explainError(new Error('oh'))).toMatch(/^Error: oh\n {4}at .*explain-error\.test\.ts/)
  const file = Object.assign(new Error('permission denied'), { syscall: 'open', code: 'EACCES' })
  expect(explainError(file)).not.toContain('PORT')
  const folder = Object.assign(new Error("EEXIST: file already exists, mkdir '/a'"), { path: '/a' })
  expect(explainError(folder)).toBe("EEXIST: file already exists, mkdir '/a'")
})
