import fc from 'fast-check'
import { Message, Rejection } from '../../generated/schemas.ts'
import { type ApiResponse, must, mustBe, mustReturn, same } from '../support/api.ts'
import { newContact } from '../support/fixtures.ts'
import { sendTidily } from '../support/hooks.ts'
import type { AreaLaw } from '../support/law.ts'
import {
  allOperations,
  fieldOf,
  type OperationProperties,
  type Parts,
  partsOf,
  requestFor,
  validRequest,
  withBody,
  withPath,
} from '../support/requests.ts'
import { urlRejection } from './webhooks.ts'

/** The response to an invalid body, with `errors` (§7 rule 1). */
const ValidationError = Rejection.required({ errors: true })

/** Returns whether a response reports a validation error. */
const isInvalid = (response: ApiResponse): boolean => {
  if (response.status !== 400) return false
  if (ValidationError.safeParse(response.body).success) return true
  const { message } = Message.parse(response.body)
  return /^[a-z][\w.[\]]*: /.test(message) || /is required/.test(message)
}

/** Returns the fields that `errors` names. */
const fieldsIn = (response: ApiResponse): string[] =>
  ValidationError.parse(response.body).errors.map((error) => error.slice(0, error.indexOf(': ')))

/** Throws unless a response reports exactly one invalid field. */
const mustNameOnly = (
  response: ApiResponse,
  field: string,
  { body }: Pick<OperationProperties, 'body'>,
): void => {
  mustBe(400, response)
  const { message } = Rejection.parse(response.body)
  if (body?.invalid === 'errors') {
    same(message, 'Invalid request body', 'the message', response)
    same(fieldsIn(response), [field], 'the fields in errors', response)
  } else
    must(
      message.startsWith(`${field}: `) && !message.includes('; '),
      `the message must begin with "${field}: " and name only ${field}, not "${message}"`,
      response,
    )
}

/** All query parameters, each with its operation and its name. */
const queryParameters = allOperations.flatMap((operation) =>
  Object.entries(operation.queryParameters).map(([name, values]) => ({
    operation,
    name,
    ...values,
  })),
)

const json = { 'content-type': 'application/json' }

/** Requests whose body is no JSON object of at most 256 KiB. */
const unreadable: { headers: Record<string, string>; body: string | Uint8Array }[] = [
  { headers: json, body: '{' },
  { headers: json, body: '' },
  { headers: json, body: '[]' },
  { headers: json, body: 'null' },
  { headers: json, body: '"text"' },
  { headers: json, body: Buffer.from([0x7b, 0xff, 0x7d]) },
  { headers: json, body: `{"x":"${'y'.repeat(257 * 1024)}"}` },
  { headers: json, body: '['.repeat(50_000) },
  { headers: {}, body: '{}' },
  { headers: { 'content-type': 'text/plain' }, body: '{}' },
  { headers: { 'content-type': 'application/xml' }, body: '{}' },
  { headers: { ...json, 'transfer-encoding': 'chunked' }, body: 'x'.repeat(300 * 1024) },
]

export const input: AreaLaw[] = [
  {
    promise: 'Input that the document allows is never rejected as invalid',
    source: '§4',
    run: async (context) => {
      for (const operation of allOperations)
        await context.forAll(validRequest(operation), async (request) => {
          const response = await sendTidily(context.api, request)
          must(
            !isInvalid(response) || response.text === JSON.stringify(urlRejection),
            `${operation.id} rejects input that the document allows`,
            response,
          )
        })
    },
  },
  {
    promise: 'Values at every bound are accepted, in bodies and queries',
    source: '§4, design decision 16',
    run: async (context) => {
      const accepts = <Value>(
        operation: OperationProperties,
        value: fc.Arbitrary<Value>,
        change: (value: Value, parts: Parts) => Partial<Parts>,
        what: string,
      ) =>
        context.forAll(
          fc.tuple(partsOf(operation), value),
          async ([parts, on]) => {
            const request = requestFor(operation, { ...parts, ...change(on, parts) })
            const response = await sendTidily(context.api, request)
            must(!isInvalid(response), `${operation.id} rejects ${what}`, response)
          },
          1,
        )
      for (const operation of withBody)
        for (const { path, constraint, value } of operation.body?.shape.edges ?? [])
          await accepts(operation, value, (body) => ({ body }), `${fieldOf(path)} at ${constraint}`)
      for (const { operation, name, edges } of queryParameters)
        for (const { constraint, value } of edges)
          await accepts(
            operation,
            value,
            (on, { query }) => ({ query: { ...query, [name]: on } }),
            `${name} at ${constraint}`,
          )
    },
  },
  {
    promise:
      'A body that violates one constraint returns 400 with exactly that field, or with its fixed message',
    source: '§7 rules 1, 3 and 4, design decision 16',
    run: async (context) => {
      for (const operation of withBody)
        for (const { path, constraint, message, value } of operation.body?.shape.broken ?? []) {
          await context.forAll(
            fc.tuple(partsOf(operation), value),
            async ([parts, body]) => {
              const response = await context.api.send(requestFor(operation, { ...parts, body }))
              const what = `the status, as ${fieldOf(path)} violates ${constraint},`
              same(response.status, 400, what, response)
              if (message === undefined) mustNameOnly(response, fieldOf(path), operation)
              else mustReturn(response, 400, { message })
            },
            Math.max(1, Math.round(context.options.runs / 10)),
          )
        }
    },
  },
  {
    promise:
      'A query parameter that violates one constraint returns 400 with "<parameter>: <reason>" or its fixed message, also beside an undocumented one',
    source: '§7 rule 3, design decisions 5 and 15',
    run: async (context) => {
      for (const { operation, name, broken } of queryParameters)
        for (const [i, { message, value }] of broken.entries())
          await context.forAll(
            fc.tuple(partsOf(operation), value),
            async ([parts, wrong]) => {
              for (const more of i === 0 ? [{}, { unknown: '1' }] : [{}]) {
                const query = { ...parts.query, [name]: wrong, ...more }
                const response = await context.api.send(requestFor(operation, { ...parts, query }))
                if (message === undefined) mustNameOnly(response, name, operation)
                else mustReturn(response, 400, { message })
              }
            },
            Math.max(1, Math.round(context.options.runs / 10)),
          )
    },
  },
  {
    promise: 'A missing or empty required query parameter returns its fixed message',
    source: '§7 rule 3, design decision 29',
    run: async ({ api }) => {
      for (const { path, method, requiredMessages } of allOperations)
        for (const [name, message] of Object.entries(requiredMessages))
          if (method === 'GET')
            for (const query of ['', `?${name}=`])
              mustReturn(await api.send({ method, path: path + query }), 400, { message })
    },
  },
  {
    promise: 'A parameter that is not valid text returns 400 with its name',
    source: 'design decisions 16 and 29',
    run: async ({ api }) => {
      for (const { method, path: template, pathParameters, body } of allOperations)
        for (const name of Object.keys(pathParameters)) {
          const path = template.replace(`{${name}}`, '%ZZ')
          const request = { method, path, json: body ? {} : undefined }
          mustNameOnly(await api.send(request), name, { body: undefined })
        }
      for (const { operation, name, required } of queryParameters) {
        const others = required ? [] : Object.keys(operation.requiredMessages)
        const query = [`${name}=%ff`, ...others.map((each) => `${each}=x`)].join('&')
        const { method, path } = operation
        mustNameOnly(await api.send({ method, path: `${path}?${query}` }), name, operation)
      }
    },
  },
  {
    promise: 'Every invalid field has one entry in errors',
    source: '§7 rule 1',
    run: async ({ api }) => {
      for (const { method, path, body } of withBody) {
        if (body?.invalid !== 'errors') continue
        const single = body.shape.broken.filter(
          (each) => each.path.length === 1 && each.constraint === 'type' && !each.message,
        )
        const fields = [...new Set(single.map((each) => String(each.path[0])))]
        if (fields.length < 2) continue
        const [base] = fc.sample(body.shape.valid, { numRuns: 1, seed: 1 })
        const nulls = Object.fromEntries(fields.map((field) => [field, null]))
        const response = await api.send({ method, path, json: Object.assign({}, base, nulls) })
        const said = fieldsIn(response).toSorted()
        same(said, fields.toSorted(), 'the fields in errors', response)
      }
    },
  },
  {
    promise:
      'A JSON body of up to 256 KiB is accepted with any case and parameters of its content type',
    source: '§1, design decision 12',
    run: async ({ api }) => {
      const large = JSON.stringify({ orderId: 'unknown', padding: 'x'.repeat(250 * 1024) })
      const small = '{"orderId":"unknown"}'
      for (const [type, body] of [
        ['application/json; charset=utf-8', small],
        ['Application/JSON', small],
        ['application/json', large],
      ] as const) {
        const headers = { 'content-type': type }
        const path = '/v1/orders/cancel'
        const response = await api.send({ method: 'POST', path, headers, body })
        must(
          !isInvalid(response),
          `a request body of ${body.length} bytes with content type ${type} must be accepted`,
          response,
        )
      }
    },
  },
  {
    promise: 'An unreadable body returns 400 with the field path "body"',
    source: '§7 rule 1, design decision 12',
    run: async ({ api }) => {
      for (const operation of withBody)
        for (const sent of unreadable) {
          const request = { method: operation.method, path: withPath(operation.path), ...sent }
          mustNameOnly(await api.send(request), 'body', operation)
        }
    },
  },
  {
    promise: 'Undocumented properties and query parameters are ignored',
    source: 'design decision 15',
    run: async (context) => {
      const contact = newContact(await context.fixtures.campaign())
      const extra = fc.dictionary(
        fc.string({ minLength: 1, maxLength: 8 }),
        fc.jsonValue({ maxDepth: 1 }),
      )
      await context.forAll(extra, async (unknown) => {
        mustBe(200, await context.api.post('/v1/contacts/create', { ...unknown, ...contact }))
      })
      mustBe(200, await context.api.get('/v1/products/list?limit=1&unknown=x&unknown=y'))
    },
  },
]
