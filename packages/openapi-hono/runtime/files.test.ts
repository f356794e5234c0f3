import { join } from 'node:path'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { generateLayer } from '../../../tests/kit/generator/layer.ts'
import type { Schema } from '../model/document.ts'

const file = { type: 'string', format: 'binary' }
const files = { type: 'array', items: file }
const none = { type: 'null' }
const form = (upload: Schema) => ({ type: 'object', properties: { upload } })

/** Forms by the way in which they describe a list of files, one file, or either. */
const lists: Record<string, Schema> = {
  plain: form(files),
  reference: form({ $ref: '#/components/schemas/Files' }),
  combined: form({ allOf: [{ $ref: '#/components/schemas/Files' }], description: 'photos' }),
  optional: form({ anyOf: [files, none] }),
  'one of two': form({ oneOf: [none, files] }),
  'two types': form({ type: ['array', 'null'], items: file }),
  'items of a reference': form({ type: 'array', items: { $ref: '#/components/schemas/Photo' } }),
  'items that may be null': form({ type: 'array', items: { anyOf: [file, none] } }),
  'media type': form({
    type: 'array',
    items: { type: 'string', contentMediaType: 'application/pdf' },
  }),
  'form of two schemas': { allOf: [form(files), form({ minItems: 1 })] },
  'form that may be null': { anyOf: [{ $ref: '#/components/schemas/Form' }, none] },
  'form of a choice': {
    oneOf: [form(files), { type: 'object', properties: { text: {} }, required: ['text'] }],
  },
  'form that depends on a field': { type: 'object', dependentSchemas: { upload: form(files) } },
  'form of a condition': { type: 'object', if: { maxProperties: 0 }, else: form(files) },
  'other fields': { type: 'object', additionalProperties: files },
  'fields of a pattern': { type: 'object', patternProperties: { '^up': files } },
}
const single: Record<string, Schema> = {
  plain: form(file),
  optional: form({ anyOf: [file, none] }),
  'two types': form({ type: ['string', 'null'], format: 'binary' }),
  combined: form({ allOf: [{ type: 'string' }, { format: 'binary' }] }),
  'text or file': form({ oneOf: [{ type: 'string', maxLength: 3 }, file] }),
  'other fields': { type: 'object', additionalProperties: { $ref: '#/components/schemas/Photo' } },
}
const either: Record<string, Schema> = {
  'one or several': form({ anyOf: [file, files] }),
  'one or several, exactly': form({ oneOf: [files, file] }),
}

const all = Object.entries({ lists, single, either }).flatMap(([kind, forms]) =>
  Object.entries(forms).map(([name, schema]) => ({ kind, name, path: `/${kind}/${name}`, schema })),
)

const requests = async (schemas: readonly { path: string; schema: Schema }[]) => {
  const responses = { 204: { description: 'stored' } }
  const folder = await generateLayer('files', {
    openapi: '3.1.0',
    info: { title: 'files', version: '1' },
    paths: Object.fromEntries(
      schemas.map(({ path, schema }) => [
        path.replaceAll(' ', '-'),
        {
          post: {
            requestBody: { content: { 'multipart/form-data': { schema } }, required: true },
            responses,
          },
        },
      ]),
    ),
    components: { schemas: { Files: files, Photo: file, Form: form(files) } },
  })
  const { mount } = await import(join(folder, 'server.ts'))
  let received: unknown
  const nameOf = (value: unknown) => (value instanceof File ? `file ${value.name}` : value)
  const operation = ({ body: { upload } }: { body: { upload: unknown } }) => {
    received = Array.isArray(upload) ? upload.map(nameOf) : nameOf(upload)
    return { status: 204 }
  }
  const app = new Hono()
  mount(app, new Proxy({}, { get: () => operation }), {})
  return async (path: string, parts: readonly (string | File)[]) => {
    const body = new FormData()
    for (const part of parts) body.append('upload', part)
    received = undefined
    const { status } = await app.request(path.replaceAll(' ', '-'), { method: 'POST', body })
    return [status, received]
  }
}

const send = await requests(all)

test.each(all)('a form with files is read: $kind, $name', async ({ kind, path }) => {
  const two = ['a', 'b'].map((name) => new File([new Uint8Array([0xff])], name))
  const isList = kind === 'lists'
  expect(await send(path, two.slice(0, 1))).toEqual([204, isList ? ['file a'] : 'file a'])
  expect(await send(path, two)).toEqual(
    kind === 'single' ? [400, undefined] : [204, ['file a', 'file b']],
  )
})

test('a text is no file where the form has a text, and is not checked as one', async () => {
  expect(await send('/single/text or file', ['abc'])).toEqual([204, 'abc'])
  expect(await send('/single/text or file', ['abcd'])).toEqual([400, undefined])
})
