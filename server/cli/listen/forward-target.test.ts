import { expect, test } from 'vitest'
import { readForwardTarget } from './forward-target.ts'

test.each([
  ['http://localhost:3000/hook', 'http://localhost:3000/hook'],
  ['localhost:3000/hook', 'http://localhost:3000/hook'],
  ['127.0.0.1:3000', 'http://127.0.0.1:3000/'],
  ['https://[::1]:3000/?a=b', 'https://[::1]:3000/?a=b'],
  ['http://192.168.1.20/hook', 'http://192.168.1.20/hook'],
])('%s is %s', async (text, url) => {
  expect((await readForwardTarget(text)).href).toBe(url)
})

test.each([
  ['ftp://localhost/', 'must be an http or https address such as'],
  ['http://', 'must be an http or https address such as'],
  ['http://a b/', 'must be an http or https address such as'],
  ['http://8.8.8.8/', 'is not of this machine or its own network'],
])('%s is refused', async (text, message) => {
  await expect(readForwardTarget(text)).rejects.toThrow(message)
})
