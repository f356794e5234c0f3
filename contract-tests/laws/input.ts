import fc from 'fast-check'
import { z } from 'zod'
import {
  isInvalid,
  must,
  mustNameOnly,
  mustReturn,
  same,
  ValidationError,
} from '../support/assertions.ts'
import { sendTidily } from '../support/hooks.ts'
import type { AreaLaw } from '../support/law.ts'
import {
  allOperations,
  fieldOf,
  type Parts,
  partsOf,
  requestFor,
  validRequest,
  withBody,
} from '../support/requests.ts'

const withQuery = allOperations.filter(
  ({ queryParameters }) => Object.keys(queryParameters).length > 0,
)

const urlMessage =
  'Webhook URL must use HTTPS and cannot point to localhost or internal/private addresses'

export const input: AreaLaw[] = [
  {
    promise: 'Input that the document allows is never rejected as invalid',
    source: '§4',
    run: async (context) => {
      for (const operation of allOperations)
        await context.forAll(validRequest(operation), async (request) => {
          const response = await sendTidily(context.api, request)
          const isPrivate = z
            .object({ message: z.literal(urlMessage) })
            .safeParse(response.body).success
          must(
            isPrivate || !isInvalid(response),
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
      for (const operation of allOperations) {
        const accepts = async (parts: Parts, constraint: string) => {
          const response = await sendTidily(context.api, requestFor(operation, parts))
          must(!isInvalid(response), `${operation.id} rejects ${constraint}`, response)
        }
        for (const { path, constraint, value } of operation.body?.shape.edges ?? [])
          await context.forAll(
            fc.tuple(partsOf(operation), value),
            ([parts, body]) => accepts({ ...parts, body }, `${fieldOf(path)} at ${constraint}`),
            1,
          )
        for (const [name, { edges }] of Object.entries(operation.queryParameters))
          for (const { constraint, value } of edges)
            await context.forAll(
              fc.tuple(partsOf(operation), value),
              ([parts, on]) =>
                accepts(
                  { ...parts, query: { ...parts.query, [name]: on } },
                  `${name} at ${constraint}`,
                ),
              1,
            )
      }
    },
  },
  {
    promise:
      'A body that violates one constraint returns 400 with exactly that field, or with its fixed message',
    source: '§7 rules 1, 3 and 4, design decision 16',
    run: async (context) => {
      for (const operation of withBody)
        for (const { path, constraint, message, value } of operation.body?.shape.broken ?? []) {
          const wrong = fc.tuple(partsOf(operation), value)
          await context.forAll(
            wrong,
            async ([parts, body]) => {
              const response = await context.api.send(requestFor(operation, { ...parts, body }))
              must(
                response.status === 400,
                `${fieldOf(path)} violates ${constraint}: the status must be 400, not ${response.status}`,
                response,
              )
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
      for (const operation of withQuery)
        for (const [name, { broken }] of Object.entries(operation.queryParameters))
          for (const [i, { message, value }] of broken.entries())
            await context.forAll(
              fc.tuple(partsOf(operation), value),
              async ([parts, wrong]) => {
                for (const more of i === 0 ? [{}, { unknown: '1' }] : [{}]) {
                  const query = { ...parts.query, [name]: wrong, ...more }
                  const request = requestFor(operation, { ...parts, query })
                  const response = await context.api.send(request)
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
      for (const operation of withQuery)
        for (const [name, message] of Object.entries(operation.requiredMessages)) {
          mustReturn(await api.send({ method: operation.method, path: operation.path }), 400, {
            message,
          })
          const path = `${operation.path}?${name}=`
          mustReturn(await api.send({ method: operation.method, path }), 400, { message })
        }
    },
  },
  {
    promise: 'A parameter that is not valid text returns 400 with its name',
    source: 'design decisions 16 and 29',
    run: async ({ api }) => {
      for (const operation of allOperations) {
        const names = Object.keys(operation.pathParameters)
        for (const name of names) {
          const path = operation.path.replace(`{${name}}`, '%ZZ')
          const json = operation.body ? {} : undefined
          mustNameOnly(await api.send({ method: operation.method, path, json }), name, {
            ...operation,
            body: undefined,
          })
        }
        for (const [name, { required }] of Object.entries(operation.queryParameters)) {
          const others = required
            ? ''
            : Object.keys(operation.requiredMessages)
                .map((each) => `&${each}=x`)
                .join('')
          const path = `${operation.path}?${name}=%ff${others}`
          mustNameOnly(await api.send({ method: operation.method, path }), name, operation)
        }
      }
    },
  },
  {
    promise: 'Every invalid field has one entry in errors',
    source: '§7 rule 1',
    run: async ({ api }) => {
      for (const operation of withBody) {
        if (operation.body?.invalid !== 'errors') continue
        const single = operation.body.shape.broken.filter(
          ({ path, constraint, message }) => path.length === 1 && constraint === 'type' && !message,
        )
        const fields = [...new Set(single.map(({ path }) => String(path[0])))]
        if (fields.length < 2) continue
        const [base] = fc.sample(operation.body.shape.valid, { numRuns: 1, seed: 1 })
        const json = Object.assign({}, base)
        for (const field of fields) Reflect.set(json, field, null)
        const response = await api.send({ method: operation.method, path: operation.path, json })
        const { errors } = ValidationError.parse(response.body)
        const said = errors.map((error) => error.slice(0, error.indexOf(': ')))
        same(said.toSorted(), fields.toSorted(), 'the fields in errors', response)
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
        const response = await api.send({
          method: 'POST',
          path: '/v1/orders/cancel',
          headers,
          body,
        })
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
      const json = { 'content-type': 'application/json' }
      const unreadable = [
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
      for (const operation of withBody) {
        const path = operation.path.replaceAll(/\{[^}]+\}/g, 'some-id')
        for (const sent of unreadable)
          mustNameOnly(
            await api.send({ method: operation.method, path, ...sent }),
            'body',
            operation,
          )
      }
    },
  },
  {
    promise: 'Undocumented properties and query parameters are ignored',
    source: 'design decision 15',
    run: async (context) => {
      const campaignId = await context.fixtures.campaign()
      const contact = {
        firstName: 'Un',
        lastName: 'Known',
        email: 'un.known@example.com',
        campaignId,
      }
      const extra = fc.dictionary(
        fc.string({ minLength: 1, maxLength: 8 }),
        fc.jsonValue({ maxDepth: 1 }),
      )
      await context.forAll(extra, async (unknown) => {
        const response = await context.api.post('/v1/contacts/create', { ...unknown, ...contact })
        same(response.status, 200, 'the status', response)
      })
      const response = await context.api.get('/v1/products/list?limit=1&unknown=x&unknown=y')
      same(response.status, 200, 'the status', response)
    },
  },
]
