import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { Hono } from 'hono'
import { expect, inject, test } from 'vitest'
import { layersFolder } from '../../../tests/kit/generator/layers-folder.ts'
import { cookiePairs, queryPairs, segment } from '../../../tests/kit/generator/serialise.ts'
import { generate } from '../generate.ts'
import { read } from '../read-document.ts'
import { type RandomOperation, randomOperations } from '../testing/random-operations.ts'

const documents = inject('isThorough') ? 5000 : 20

const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer' },
  basic: { type: 'http', scheme: 'basic' },
  header: { type: 'apiKey', in: 'header', name: 'X-Key' },
  query: { type: 'apiKey', in: 'query', name: 'key' },
  cookie: { type: 'apiKey', in: 'cookie', name: 'key' },
}

const pathOf = ({ parameters }: RandomOperation, at: number): string => {
  const names = parameters.flatMap(({ declared }) =>
    declared.in === 'path' ? [declared.name] : [],
  )
  return `/operation${at}/${names.map((name) => `{${name}}/`).join('')}end`
}

const documentOf = (operations: readonly RandomOperation[]) => ({
  openapi: '3.2.0',
  info: { title: 'Random', version: '1' },
  components: { securitySchemes },
  paths: Object.fromEntries(
    operations.map((operation, at) => {
      const { parameters, scheme, body } = operation
      const content = body && { [body.contentType]: { schema: body.schema } }
      const post = {
        operationId: `operation${at}`,
        parameters: parameters.map(({ declared }) => declared),
        security: scheme === undefined ? [] : [{ [scheme]: [] }],
        ...(content ? { requestBody: { required: true, content } } : {}),
        responses: { 204: { description: 'Done.' } },
      }
      return [pathOf(operation, at), { post }]
    }),
  ),
})

/** Returns a body as a client writes it. */
const written = (contentType: string, value: unknown): string | FormData => {
  if (contentType === 'application/json') return JSON.stringify(value)
  if (contentType === 'text/plain') return String(value)
  const form = new FormData()
  for (const [name, field] of Object.entries(Object(value)))
    for (const each of [field].flat())
      form.append(name, typeof each === 'object' ? JSON.stringify(each) : String(each))
  const texts = [...form].map(([name, each]): [string, string] => [name, String(each)])
  return contentType === 'multipart/form-data' ? form : `${new URLSearchParams(texts)}`
}

/** Returns a request to an operation, and the input that it is to get. */
const requestOf = (
  operation: RandomOperation,
  at: number,
  values: readonly unknown[],
  body: unknown,
) => {
  const input: Record<string, Record<string, unknown>> = {}
  const query: string[] = []
  const cookies: string[] = []
  const headers = new Headers()
  let path = pathOf(operation, at)
  for (const [i, { declared }] of operation.parameters.entries()) {
    const value = values[i]
    input[declared.in] ??= {}
    if (value === undefined) continue
    Object.assign(input[declared.in] ?? {}, { [declared.name]: value })
    if (declared.in === 'path')
      path = path.replace(`{${declared.name}}`, () => segment(declared, value))
    if (declared.in === 'query') query.push(...queryPairs(declared, value))
    if (declared.in === 'header') headers.set(declared.name, segment(declared, value))
    if (declared.in === 'cookie') cookies.push(...cookiePairs(declared, value))
  }
  const { scheme } = operation
  if (scheme === 'bearer') headers.set('Authorization', 'Bearer good')
  if (scheme === 'basic') headers.set('Authorization', `Basic ${btoa('me:good')}`)
  if (scheme === 'header') headers.set('X-Key', 'good')
  if (scheme === 'query') query.push('key=good')
  if (scheme === 'cookie') cookies.push('key=good')
  if (cookies.length > 0) headers.set('Cookie', cookies.join('; '))
  const { contentType } = operation.body ?? {}
  if (contentType === undefined)
    return { path: `${path}?${query.join('&')}`, input, init: { headers } }
  if (contentType !== 'multipart/form-data') headers.set('Content-Type', contentType)
  const init = { headers, body: written(contentType, body) }
  return { path: `${path}?${query.join('&')}`, input: { ...input, body }, init }
}

const runtime = fileURLToPath(new URL('.', import.meta.url))
const runtimeNames = readdirSync(runtime).map((name) => name.replace(/\.ts$/, ''))
const runtimeImports = new RegExp(`'\\./(${runtimeNames.join('|')})\\.ts'`, 'g')

/** Generates a layer that uses the runtime of the repository, and imports its mount. */
const mountOf = async (name: string, document: object) => {
  const folder = join(layersFolder(process.ppid), String(process.pid), name)
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'document.json')
  writeFileSync(file, JSON.stringify(document))
  for (const [output, text] of Object.entries(await generate(await read(file))))
    if (!runtimeNames.includes(output.replace(/\.ts$/, '')))
      writeFileSync(join(folder, output), text.replaceAll(runtimeImports, `'${runtime}$1.ts'`))
  const { mount } = await import(join(folder, 'server.ts'))
  rmSync(folder, { recursive: true })
  return mount
}

/** Accepts the credentials `good` alone. */
const accept = (credentials: unknown) =>
  JSON.stringify(credentials).includes('good') ? { name: 'me' } : undefined
const security = { bearer: accept, basic: accept, header: accept, query: accept, cookie: accept }

test(`requests to ${documents} random documents arrive as they were sent`, {
  timeout: 3_600_000,
}, async () => {
  let count = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(randomOperations, { minLength: 1, maxLength: 3 }),
      fc.gen(),
      async (operations, gen) => {
        const mount = await mountOf(`random-${count++}`, documentOf(operations))
        const seen: unknown[] = []
        const echo = (input: unknown) => {
          seen.push(input)
          return { status: 204 }
        }
        const app = new Hono().onError((error, context) => context.text(String(error), 500))
        mount(app, new Proxy({}, { get: () => echo }), { security })
        for (const [at, operation] of operations.entries()) {
          const { parameters, scheme, body } = operation
          for (let i = 0; i < 3; i++) {
            const values = parameters.map(({ value }) => gen(() => value))
            const sent = requestOf(operation, at, values, body && gen(() => body.value))
            const response = await app.request(sent.path, { method: 'POST', ...sent.init })
            const text = await response.text()
            expect(
              [response.status, text, sent.path],
              JSON.stringify([...sent.init.headers]),
            ).toEqual([204, '', sent.path])
            expect(seen.pop()).toEqual(JSON.parse(JSON.stringify(sent.input)))
          }
          if (scheme === undefined) continue
          const { status } = await app.request(pathOf(operation, at), { method: 'POST' })
          expect(status).toBe(401)
        }
      },
    ),
    { numRuns: documents },
  )
})
