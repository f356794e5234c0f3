import { expect, test } from 'vitest'
import { read } from '../../tests/kit/project.ts'
import { emitCollection } from './postman-collection.ts'

const { item: folders } = JSON.parse(emitCollection(JSON.parse(read('generated/openapi.json'))))
const requestsIn = (tag: string) => folders.find(({ name }: { name: string }) => name === tag).item

test('a path whose methods all do the same has one request', () => {
  expect(requestsIn('Authentication')).toHaveLength(1)
})

test('a folder can be run: what is changed or deleted is used before', () => {
  const names = requestsIn('Webhooks').map(({ name }: { name: string }) => name)
  const changes = names.slice(-3).map((name: string) => name.split(' ')[0])
  expect(changes).toEqual(['Update', 'Update', 'Delete'])
})

test('saved responses have the request that they belong to', () => {
  for (const { request, response } of requestsIn('Contacts'))
    for (const { originalRequest } of response) expect(request).toMatchObject(originalRequest)
  const [, { response }] = requestsIn('Contacts')
  expect(response[0].originalRequest.url.raw).toContain('/v1/contacts/create')
})
