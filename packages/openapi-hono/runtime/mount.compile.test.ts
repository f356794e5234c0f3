import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { compileFiles } from '../../../tests/kit/compile.ts'
import { generateLayer } from '../../../tests/kit/generator/layer.ts'

const head = `
import { Hono } from 'hono'
import type { Call } from './mount.ts'
import { implement } from './operations.ts'
import { Forbidden } from './security.ts'
import { webhookSenders } from './senders.ts'
import { mount } from './server.ts'
import { ServerSentEvent } from './server-sent-event.ts'
import { stubs } from './stubs.ts'
type User = { name: string }
const user: User = { name: 'a' }
const some = { token: () => user, key: () => user, login: () => user }
const most = { ...some, constructor: () => user, ['__proto__']: () => user }
const handlers = { ...most, cookie: async () => undefined }
export { Forbidden, handlers, Hono, implement, mount, ServerSentEvent, stubs, user, webhookSenders, type Call, type User }
`

const implementing = (method: string) =>
  `${head}export const operations = implement<Call<User>>()({ ...stubs, ${method} })
mount(new Hono(), operations, { security: handlers })`

const valid = `${head}
const operations = implement<Call<User>>()({
  ...stubs,
  closed: (_, { principal, context }) => ({ status: 200, body: { name: principal.name, at: context.req.url } }),
  optional: (_, { principal }) => ({ status: 200, body: { name: principal?.name } }),
  watch: () => ({ status: 200, body: names() }),
  watchNamed: () => ({ status: 200, body: changes() }),
  async addBody(input) {
    if (input.contentType === 'multipart/form-data')
      return { status: 200, body: { text: await input.body.file.text(), photos: input.body.photos?.length } }
    if (input.contentType === 'image/*')
      return { status: 200, body: { bytes: (await new Response(input.body).arrayBuffer()).byteLength } }
    return { status: 200, body: {} }
  },
  report: ({ accept }) =>
    accept === 'text/csv'
      ? { status: 200, contentType: accept, body: 'a', headers: { 'X-Rows': 1 } }
      : { status: 404, body: { name: 'None' } },
})
async function* names() {
  yield { name: 'a' }
  yield new ServerSentEvent({ name: 'b' }, { id: '2', event: 'named' })
  yield new ServerSentEvent(undefined, { comment: 'still here' })
}
async function* changes() {
  yield { event: 'added' as const, data: { name: 'a' } }
  yield { event: 'removed' as const, data: 'a' }
}
mount(new Hono(), operations, {
  security: {
    ...handlers,
    token: (token, scopes) =>
      scopes.includes('read') ? { name: token.toUpperCase() } : new Forbidden('needs read'),
    login: ({ username, password }) => (password === '' ? undefined : { name: username }),
  },
  onReject: ({ status, failures }, { id, endpoint }) =>
    id === 'addSession'
      ? { status: 422, body: { detail: failures.map(({ in: place, reason }) => ({ loc: [place], msg: reason })) } }
      : new Response(endpoint?.path ?? null, { status }),
  checkResponses: 'strict',
})
webhookSenders.named('http://a.example', { name: 'a' }, { headers: () => ({ 'X-Attempt': 1 }) })
`

const invalid: [what: string, code: string, says: RegExp][] = [
  [
    'a mount without the handler of a scheme',
    `${head}mount(new Hono(), stubs, { security: most })`,
    /'cookie' is missing/,
  ],
  ['a mount without security', `${head}mount(new Hono(), stubs, {})`, /'security' is missing/],
  [
    'the principal of an open operation, unchecked',
    implementing(
      `optional: (_, { principal }) => ({ status: 200, body: { name: principal.name } })`,
    ),
    /possibly 'undefined'/,
  ],
  [
    'an event of another form',
    implementing(
      `watch: () => ({ status: 200, body: (async function* () { yield { title: 'a' } })() })`,
    ),
    /title/,
  ],
  [
    'a forbidden status, which is one error: mount repeats none',
    implementing(`closed: () => ({ status: 404, body: {} })`),
    /^(?=.*\bclosed may return 200\b)(?!.*\n.*error TS)/s,
  ],
  [
    'an undeclared field of an event',
    implementing(
      `watch: () => ({ status: 200, body: (async function* () { yield { name: 'a', secret: 1 } })() })`,
    ),
    /undeclared: "secret"/,
  ],
  [
    'an undeclared field of an event with an id',
    implementing(
      `watch: () => ({ status: 200, body: (async function* () { yield new ServerSentEvent({ name: 'a', secret: 1 }, { id: '1' }) })() })`,
    ),
    /undeclared: "secret"/,
  ],
  [
    'the data of another event',
    implementing(
      `watchNamed: () => ({ status: 200, body: (async function* () { yield { event: 'added' as const, data: 'a' } })() })`,
    ),
    /'string' is not assignable to type '\{ name/,
  ],
  [
    'a rejection that no operation declares',
    `${head}mount(new Hono(), stubs, { security: handlers, onReject: () => ({ status: 409, body: { detail: [] } }) })`,
    /409/,
  ],
  [
    'a body of another content type',
    implementing(
      `report: () => ({ status: 200, contentType: 'text/csv', body: { name: 'a' }, headers: { 'X-Rows': 1 } })`,
    ),
    /not assignable to type 'string'/,
  ],
  [
    'a reply without a required header',
    implementing(`report: () => ({ status: 200, contentType: 'text/csv', body: 'a' })`),
    /'headers' is missing/,
  ],
  [
    'a webhook without its headers',
    `${head}webhookSenders.named('http://a.example', { name: 'a' }, {})`,
    /'headers' is missing/,
  ],
  [
    'a payload of another form',
    `${head}webhookSenders.named('http://a.example', { name: 1 }, { headers: () => ({ 'X-Attempt': 1 }) })`,
    /'number' is not assignable to type 'string'/,
  ],
]

let messages: string[] = []

beforeAll(async () => {
  const wire = new URL('../testing/wire.yaml', import.meta.url)
  const folder = await generateLayer('wire-types', parse(readFileSync(wire, 'utf8')))
  const texts = [valid, ...invalid.map(([, code]) => code)]
  const files = texts.map((text, i) => {
    const file = join(folder, `case-${i}.ts`)
    writeFileSync(file, text)
    return file
  })
  messages = texts.map(() => '')
  let at = 0
  for (const line of compileFiles(files)) {
    // An error in a file of the layer is one of the valid code.
    const [file] = /^\S+\.ts(?=\()/.exec(line) ?? []
    if (file !== undefined) at = Number(/case-(\d+)\.ts$/.exec(file)?.[1] ?? 0)
    messages[at] += `${line}\n`
  }
})

test('operations of every content type, a mount and a webhook compile', () => {
  expect(messages[0]).toBe('')
})

test.each(invalid.map(([what, , says], i) => [what, i + 1, says] as const))(
  '%s does not compile',
  (_, i, says) => {
    expect(messages[i]).toMatch(says)
  },
)
