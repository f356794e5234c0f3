import { join } from 'node:path'
import { Hono } from 'hono'
import { beforeAll, expect, test } from 'vitest'
import { generateLayer } from '../../../tests/kit/generator/layer.ts'
import { path } from '../../../tests/kit/project.ts'
import { read } from '../read-document.ts'

const file = path('tests/documents/small/inheritance.yaml')

/** Mounts operations that return what they get, or else a given reply. */
let app: Hono
let input: unknown
let reply: unknown

beforeAll(async () => {
  const folder = await generateLayer('inheritance', (await read(file)).document)
  const { mount } = await import(join(folder, 'server.ts'))
  app = new Hono().onError(({ message }, context) => context.text(message, 500))
  const operation = ({ body }: { body: unknown }) => {
    input = body
    return { status: 200, body: reply }
  }
  mount(app, { addPet: operation, setAnimal: operation })
})

const send = async (method: string, path: string, body: unknown) => {
  const headers = { 'Content-Type': 'application/json' }
  return await app.request(path, { method, headers, body: JSON.stringify(body) })
}

test.each<[sent: object, read: unknown]>([
  // Each subtype has its own properties, and those of what it includes.
  [
    { petType: 'dog', bark: 'a', lives: 1 },
    { petType: 'dog', bark: 'a' },
  ],
  [
    { petType: 'puppy', bark: 'a', age: 1, more: 1 },
    { petType: 'puppy', bark: 'a', age: 1 },
  ],
  [{ petType: 'cow', bark: 'a' }, { petType: 'cow' }],
  [
    { petType: 'cat', friend: { petType: 'cat', lives: 9, bark: 'a' } },
    { petType: 'cat', friend: { petType: 'cat', lives: 9 } },
  ],
  // A request has no readOnly property, whichever schema requires it.
  [
    { petType: 'cat', id: 1, pin: '1' },
    { petType: 'cat', pin: '1' },
  ],
])('of the pet %j an operation gets %j', async (sent, read) => {
  reply = {}
  expect((await send('POST', '/pets', sent)).status).toBe(200)
  expect(input).toEqual(read)
})

const dog = { id: 1, petType: 'dog', bark: 'a' }

test('no undeclared property leaves in a subtype, a list, a map or an allOf', async () => {
  const leaking = { ...dog, pin: '1', secret: 'S' }
  reply = { list: [leaking], byName: { a: leaking }, best: leaking, sort: 'up', secret: 'S' }
  const response = await send('POST', '/pets', { petType: 'cat' })
  expect(await response.json()).toEqual({ list: [dog], byName: { a: dog }, best: dog, sort: 'up' })
})

test.each<[sent: object, reason: object]>([
  [
    { petType: 'dog', pin: 1 },
    { field: 'bark', reason: 'is required' },
  ],
  [
    { petType: 'cow', pin: 1 },
    { field: 'pin', reason: 'must be a string' },
  ],
])('what is wrong with %j is %j', async (sent, reason) => {
  const response = await send('POST', '/pets', sent)
  expect(await response.json()).toMatchObject({
    errors: expect.arrayContaining([expect.objectContaining(reason)]),
  })
})

const kinds = 'kind must be one of Lion'

test.each<[given: object, sent: object | string]>([
  [
    { kind: 'Lion', mane: true, secret: 1 },
    { kind: 'Lion', mane: true },
  ],
  [
    { kind: 'Tiger', stripes: 9, mate: { kind: 'Lion', mane: true, secret: 1 } },
    { kind: 'Tiger', stripes: 9, mate: { kind: 'Lion', mane: true } },
  ],
  [{ kind: 'Lion', stripes: 'a' }, 'setAnimal default: mane is required'],
  [{ kind: 'Tiger' }, `setAnimal default: ${kinds}`],
  [{}, 'setAnimal default: kind is required'],
])('of the animal %j is sent %j', async (given, sent) => {
  reply = given
  const response = await send('PUT', '/animals', { kind: 'Lion', mane: true })
  expect(typeof sent === 'string' ? await response.text() : await response.json()).toEqual(sent)
})

test('defaults are applied in what is nested and combined', async () => {
  reply = { kind: 'Lion', mane: true }
  await send('PUT', '/animals', { kind: 'Lion', mane: false, cubs: [{}, { age: 2 }] })
  expect(input).toEqual({ kind: 'Lion', mane: false, cubs: [{ age: 0 }, { age: 2 }] })
})
