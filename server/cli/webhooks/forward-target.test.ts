import { expect, test } from 'vitest'
import { readForwardTarget } from './listen.ts'

test.each([
  ['http://localhost:3000/hook', 'http://localhost:3000/hook'],
  ['localhost:3000/hook', 'http://localhost:3000/hook'],
  ['127.0.0.1:3000', 'http://127.0.0.1:3000/'],
  ['3000', 'http://localhost:3000/'],
  [':3000/hook', 'http://localhost:3000/hook'],
  ['localhost', 'http://localhost/'],
  ['https://[::1]:3000/?a=b', 'https://[::1]:3000/?a=b'],
  ['http://192.168.1.20/hook', 'http://192.168.1.20/hook'],
])('reads %s as %s', async (text, url) => {
  expect((await readForwardTarget(text)).href).toBe(url)
})

test.each([
  ['ftp://localhost/', 'must be an http or https URL such as'],
  ['nope', 'must be an http or https URL such as http://localhost:3000/hook, not nope'],
  ['http://', 'must be an http or https URL such as'],
  ['http://a b/', 'must be an http or https URL such as'],
  ['http://8.8.8.8/', 'is not on this machine or its private network'],
])('rejects %s', async (text, message) => {
  await expect(readForwardTarget(text)).rejects.toThrow(message)
})
