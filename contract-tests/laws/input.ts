import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { Message, ValidationError } from '../../generated/zod/schemas.ts'
import { type ApiResponse, must, mustBe, mustReturn, read, same } from '../support/api.ts'
import { document } from '../support/contract.ts'
import { contactsOf, newContact, newOrder, requestNaming } from '../support/fixtures.ts'
import type { Laws } from '../support/law.ts'
import {
  allOperations,
  fieldOf,
  type OperationProperties,
  operationNamed,
  type Parts,
  partsOf,
  requestFor,
  validRequest,
  withBody,
  withPath,
} from '../support/requests.ts'
import { hookLaw, hookUrl } from '../support/subscriptions.ts'
import { urlRejection } from './webhooks.ts'

/** The response to an invalid body, with `errors` (§7 rule 1). */
const WithErrors = ValidationError.required({ errors: true })

/** Returns whether a response reports a validation error. */
const isInvalid = ({ status, body }: ApiResponse): boolean => {
  if (status !== 400) return false
  if (WithErrors.safeParse(body).success) return true
  const { message = '' } = Message.safeParse(body).data ?? {}
  return /^[a-z][\w.[\]]*: /.test(message) || /is required/.test(message)
}

const fieldsIn = (response: ApiResponse): string[] =>
  read(WithErrors, response, 400).errors.map((error) => error.slice(0, error.indexOf(': ')))

/** Throws unless a response reports exactly one invalid field. */
const mustNameOnly = (response: ApiResponse, field: string, hasErrors: boolean): void => {
  const { message } = read(ValidationError, response, 400)
  if (hasErrors) {
    same(message, 'Invalid request body', 'the message', response)
    same(fieldsIn(response), [field], 'the fields in errors', response)
  } else
    must(
      message.startsWith(`${field}: `) && !message.includes('; '),
      `the message must begin with "${field}: " and name only ${field}, not "${message}"`,
      response,
    )
}

const reportsErrors = ({ body }: OperationProperties): boolean => body?.invalid === 'errors'

const queryParameters = allOperations.flatMap((operation) =>
  Object.entries(operation.queryParameters).map(([name, values]) => ({
    operation,
    name,
    ...values,
  })),
)

/** The values on each bound of bodies and queries: the parts of a request that they replace. */
const bounds = [
  ...withBody.flatMap((operation) =>
    operation.body.values.edges.map(({ path, constraint, value }) => ({
      operation,
      what: `${fieldOf(path)} at ${constraint}`,
      change: value.map((body) => (parts: Parts) => ({ ...parts, body })),
    })),
  ),
  ...queryParameters.flatMap(({ operation, name, edges }) =>
    edges.map(({ constraint, value }) => ({
      operation,
      what: `${name} at ${constraint}`,
      change: value.map((on) => (parts: Parts) => ({
        ...parts,
        query: { ...parts.query, [name]: String(on) },
      })),
    })),
  ),
]

/** The schemas of the request body, and of the record that responses show. */
const records = {
  createContact: ['ContactCreate', 'Contact'],
  createInvite: ['InviteCreate', 'Invite'],
  createOrder: ['OrderCreate', 'Order'],
  createWebhook: ['WebhookCreate', 'WebhookSubscriptionWithSecret'],
  updateWebhook: ['WebhookUpdate', 'WebhookSubscriptionWithSecret'],
} as const

const propertiesOf = (schema: string): string[] =>
  Object.keys(document.components?.schemas?.[schema]?.properties ?? {})

const json = { 'content-type': 'application/json' }

const malformed = ['{', '{"x":1,}', '{} x', '{}{}', '{"x":NaN}', "{'x':1}"]

/** Requests whose body is no JSON object of at most 256 KiB. */
const unreadable: { headers: Record<string, string>; body: string | Uint8Array }[] = [
  ...malformed.map((body) => ({ headers: json, body })),
  { headers: json, body: '' },
  { headers: json, body: '[]' },
  { headers: json, body: 'null' },
  { headers: json, body: '"text"' },
  { headers: json, body: Buffer.from([0x7b, 0xff, 0x7d]) },
  { headers: json, body: `{"x":"${'y'.repeat(257 * 1024)}"}` },
  { headers: json, body: '['.repeat(50_000) },
  { headers: {}, body: '{}' },
  { headers: { 'content-type': 'text/plain' }, body: '{}' },
  { headers: { 'content-type': 'text/json' }, body: '{}' },
  { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'x=1' },
  { headers: { ...json, 'content-encoding': 'gzip' }, body: gzipSync('{}') },
  { headers: { ...json, 'transfer-encoding': 'chunked' }, body: 'x'.repeat(300 * 1024) },
]

export const input: Laws = {
  'Input that the document allows is not rejected as invalid, nor on any bound': {
    source: '§4, design decision 16',
    async run(context) {
      for (const operation of allOperations)
        await context.forAll(validRequest(operation), async (request) => {
          const response = await context.api.send(request)
          must(
            !isInvalid(response) || response.text === JSON.stringify(urlRejection),
            `${operation.id} rejects input that the document allows`,
            response,
          )
        })
      for (const { operation, what, change } of bounds)
        await context.forAll(
          fc.tuple(partsOf(operation), change),
          async ([parts, changed]) => {
            const response = await context.api.send(requestFor(operation, changed(parts)))
            must(!isInvalid(response), `${operation.id} rejects ${what}`, response)
          },
          1,
        )
    },
  },
  'A body that violates one constraint returns 400 with that field, or with its fixed message': {
    source: '§7 rules 1, 3 and 4, design decision 16',
    async run(context) {
      for (const operation of withBody)
        for (const { path, constraint, message, value } of operation.body.values.broken)
          await context.forAll(
            fc.tuple(partsOf(operation), value),
            async ([parts, body]) => {
              const response = await context.api.send(requestFor(operation, { ...parts, body }))
              const what = `the status, as ${fieldOf(path)} violates ${constraint},`
              same(response.status, 400, what, response)
              if (message !== undefined) mustReturn(response, 400, { message })
              else mustNameOnly(response, fieldOf(path), reportsErrors(operation))
            },
            Math.max(1, Math.round(context.options.runs / 10)),
          )
    },
  },
  'A query parameter that violates one constraint returns 400 with its name, or a fixed message': {
    source: '§7 rule 3, design decisions 5, 15 and 29',
    async run(context) {
      for (const { operation, name, broken } of queryParameters)
        for (const [i, { message, value }] of broken.entries())
          await context.forAll(
            fc.tuple(partsOf(operation), value),
            async ([parts, wrong]) => {
              for (const more of i === 0 ? [{}, { unknown: '1' }] : [{}]) {
                const query = Object.assign({}, parts.query, { [name]: wrong }, more)
                const response = await context.api.send(requestFor(operation, { ...parts, query }))
                if (message !== undefined) mustReturn(response, 400, { message })
                else mustNameOnly(response, name, reportsErrors(operation))
              }
            },
            Math.max(1, Math.round(context.options.runs / 10)),
          )
    },
  },
  'A parameter that is not valid text returns 400 with its name': {
    source: 'design decisions 16 and 29',
    async run({ api }) {
      for (const { method, path: template, pathParameters, body } of allOperations)
        for (const name of Object.keys(pathParameters)) {
          const path = template.replace(`{${name}}`, '%ZZ')
          const request = { method, path, json: body ? {} : undefined }
          mustNameOnly(await api.send(request), name, false)
        }
      for (const { operation, name } of queryParameters) {
        const others = queryParameters
          .filter((each) => each.operation === operation && each.required && each.name !== name)
          .map((each) => `${each.name}=x`)
        const path = `${operation.path}?${[`${name}=%ff`, ...others].join('&')}`
        const response = await api.send({ method: operation.method, path })
        mustNameOnly(response, name, reportsErrors(operation))
      }
    },
  },
  'Every invalid field has one entry in errors': {
    source: '§7 rule 1',
    async run({ api }) {
      for (const operation of withBody.filter(reportsErrors)) {
        const { method, path, body } = operation
        const single = body.values.broken.filter(
          (each) => each.path.length === 1 && each.constraint.startsWith('type') && !each.message,
        )
        const fields = [...new Set(single.map((each) => String(each.path[0])))]
        if (fields.length < 2) continue
        const [base] = fc.sample(body.values.valid, { numRuns: 1, seed: 1 })
        const nulls = Object.fromEntries(fields.map((field) => [field, null]))
        const response = await api.send({ method, path, json: Object.assign({}, base, nulls) })
        const said = fieldsIn(response).toSorted()
        same(said, fields.toSorted(), 'the fields in errors', response)
      }
    },
  },
  'A JSON body of up to 256 KiB is accepted with any case and parameters of its content type': {
    source: '§1, design decision 12',
    async run({ api }) {
      const large = JSON.stringify({ orderId: 'unknown', padding: 'x'.repeat(250 * 1024) })
      const small = '{"orderId":"unknown"}'
      const order = JSON.stringify(newOrder({ campaignId: 'unknown', sku: 'x' }))
      for (const [type, body, path = '/v1/orders/cancel'] of [
        ['application/json; charset=utf-8', small],
        ['Application/JSON;charset="ISO-8859-1"', small],
        ['application/json', large],
        ['application/json', order.replace('"quantity":1', '"quantity":1.0'), '/v1/orders/create'],
      ] as const) {
        const headers = { 'content-type': type, 'transfer-encoding': 'chunked' }
        const response = await api.send({ method: 'POST', path, headers, body })
        must(
          !isInvalid(response),
          `a chunked body of ${body.length} bytes with content type ${type} must be accepted`,
          response,
        )
      }
    },
  },
  'An unreadable body returns 400 with the field path "body"': {
    source: '§7 rule 1, design decision 12',
    async run({ api }) {
      for (const operation of withBody)
        for (const sent of unreadable) {
          const request = { method: operation.method, path: withPath(operation.path), ...sent }
          mustNameOnly(await api.send(request), 'body', reportsErrors(operation))
        }
    },
  },
  'Undocumented properties, query parameters and headers are ignored': {
    source: 'design decision 15',
    async run(context) {
      const contact = newContact((await context.fixtures.campaign()).id)
      const extra = fc.dictionary(
        fc.string({ minLength: 1, maxLength: 8 }),
        fc.jsonValue({ maxDepth: 1 }),
      )
      await context.forAll(extra, async (unknown) => {
        mustBe(200, await context.api.post('/v1/contacts/create', { ...unknown, ...contact }))
      })
      // Names count in one case. Whether this depth is accepted is not fixed.
      await context.api.post('/v1/contacts/create', {
        x: JSON.parse(`${'['.repeat(100)}${']'.repeat(100)}`),
      })
      const path = '/v1/products/list'
      const { body: products } = await context.api.get(path)
      // Names count in one case, and as a whole: some parsers read lists and objects from brackets.
      const others = 'LIMIT=1&Offset=1&unknown=x&unknown=y&limit[]=1&offset%5B%24ne%5D=1'
      mustReturn(await context.api.get(`${path}?${others}`), 200, products)
      for (const headers of [
        { accept: 'text/html' },
        { 'if-none-match': '*' },
        { 'if-modified-since': 'Fri, 01 Jan 2100 00:00:00 GMT' },
        { origin: 'https://shop.example.com' },
        { range: 'bytes=0-0' },
      ])
        mustReturn(await context.api.send({ path, headers }), 200, products)
      // An operation without a body ignores one, and its type. Servers may reject one of a safe method (RFC 9110 §9.3).
      const unknown = { campaignId: 'unknown', sku: 'x', orderId: 'unknown', hookId: 'unknown' }
      for (const operation of allOperations) {
        if (operation.body || /^(GET|HEAD|OPTIONS|TRACE)$/.test(operation.method)) continue
        const request = requestNaming(operation, unknown)
        const { status, body } = await context.api.send(request)
        for (const sent of [undefined, '{}', '{']) {
          const response = await context.api.send({ ...request, headers: json, body: sent })
          mustReturn(response, status, body)
        }
      }
      const overriding = { 'x-http-method-override': 'GET' }
      const created = { path: '/v1/contacts/create', json: contact, headers: overriding }
      mustBe(200, await context.api.send({ method: 'POST', ...created }))
    },
  },
  'Properties that only responses have are ignored in a request': hookLaw(
    'design decision 15',
    async (context, subscriptions) => {
      const { order, offer } = await context.fixtures.order()
      const { id: hookId } = await subscriptions.create(hookUrl('assigned'))
      const named = { ...offer, orderId: order.id, hookId }
      const mustIgnore = (names: readonly string[], shown: unknown) =>
        must(
          !JSON.stringify(shown).includes('"assigned"'),
          `undeclared properties must be ignored: ${names.join(', ')}`,
          context.api.last,
        )
      for (const [id, [sent, returned]] of Object.entries(records)) {
        const declared = propertiesOf(sent)
        const names = propertiesOf(returned).filter((name) => !declared.includes(name))
        const request = requestNaming(operationNamed(id), named)
        const json = JSON.parse(JSON.stringify(request.json), (_, value) =>
          typeof value === 'object' && !Array.isArray(value)
            ? { ...value, unknown: 'assigned' }
            : value,
        )
        for (const name of names) json[name] = 'assigned'
        const response = await context.api.send({ ...request, json })
        must(response.status < 300, `${id} must ignore undeclared properties`, response)
        mustIgnore(names, response.body)
      }
      mustIgnore(propertiesOf('Contact'), await contactsOf(context, offer.campaignId))
    },
    { needs: ['memory'] },
  ),
}
