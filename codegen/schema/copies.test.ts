import { expect, test } from 'vitest'
import type { Document, Schema } from '../model/document.ts'
import { generateLayer } from '../testing/layer.ts'

const schemas: Record<string, Schema> = {
  Named: { type: 'object', required: ['id'], properties: { id: { type: 'string' } } },
  Box: { type: 'object', properties: { size: { type: 'integer' } } },
  Parcel: {
    allOf: [
      { $ref: '#/components/schemas/Named' },
      { required: ['box'] },
      { type: 'object', properties: { box: { $ref: '#/components/schemas/Box' } } },
    ],
  },
  Open: { allOf: [{ $ref: '#/components/schemas/Named' }, { type: 'object' }] },
}

const operation = (name: string) => {
  const schema = { $ref: `#/components/schemas/${name}` }
  const content = { 'application/json': { schema } }
  return { operationId: `get${name}`, responses: { 200: { description: '', content } } }
}

const document: Document = {
  openapi: '3.1.0',
  info: { title: 'Copies', version: '1' },
  paths: { '/parcel': { get: operation('Parcel') }, '/open': { get: operation('Open') } },
  components: { schemas },
}

test('a copy of an allOf has what its members declare, and all if a member declares nothing', async () => {
  const { replies } = await import(`${await generateLayer('copies', document)}/replies.ts`)
  const { getParcel, getOpen } = replies
  const given = { id: 'a', secret: 1, box: { size: 2, secret: 3 } }
  expect(getParcel[200](given)).toEqual({ id: 'a', box: { size: 2 } })
  expect(() => getParcel[200]({ id: 'a' })).toThrow('getParcel 200: box is required')
  expect(() => getParcel[200]({ ...given, id: 1 })).toThrow('id must be a string')
  expect(getOpen[200](given)).toEqual(given)
})
