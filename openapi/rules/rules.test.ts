import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { read } from '../../tests/kit/project.ts'
import plugin from './plugin.ts'

const { oas3_1Rules: assertions } = parse(read('redocly.yaml'))

/** Returns how many problems one of our rules reports for a document. They must report none for our own. */
const problemsIn = async (rule: string, document: object, options: object): Promise<number> => {
  const own = rule.startsWith('rule/') ? assertions[rule] : { severity: 'error', ...options }
  const name = rule.startsWith('rule/') ? rule : `merch/${rule}`
  const config = await createConfig({ plugins: [plugin()], rules: { [name]: own } })
  return (await lintFromString({ source: JSON.stringify(document), config })).length
}

/** Returns a document with one operation, `GET /things`. */
const having = (operation: object, rest: object = {}): object => ({
  openapi: '3.1.0',
  info: { title: 'Things', version: '1' },
  paths: { '/things': { get: { operationId: 'listThings', ...operation } } },
  ...rest,
})

const described = (content: object) => ({ description: 'Things', ...content })
const json = (media: object) => ({ content: { 'application/json': media } })
const replying = (content: object, status = 200) =>
  having({ responses: { [status]: described(content) } })
const named = (operationId: string, status: number) =>
  having({ operationId, responses: { [status]: described({}) } })
const returning = (schema: object) => replying(json({ schema }))
const serving = (variable: object) =>
  having({}, { servers: [{ url: '{base}', variables: { base: { default: 'a', ...variable } } }] })
const linking = (link: object) =>
  replying({ links: { next: { operationId: 'listThings', ...link } } })
const receiving = (schema: object, required = true) =>
  having({ requestBody: { required, ...json({ schema }) }, responses: { 200: described({}) } })

const open = { type: 'object', properties: { a: { type: 'string' } } }
const closed = { ...open, additionalProperties: false }

const announced = { since: '2027-01-15', sunset: '2027-07-15', link: 'https://a.example/v2' }
const ending = (change: object) =>
  having({ deprecated: true, 'x-deprecation': { ...announced, ...change } })
const key = (name: string) =>
  returning({
    type: 'array',
    items: { properties: { id: { properties: { [name]: { type: 'string' } } } } },
  })
const snake = { snakeCaseOperations: ['listThings'] }

const pattern = (text: string) => returning({ type: 'string', pattern: text })
/** A document with an operation, a parameter, a response, a header and a schema that are marked. */
const parts = (value?: string) => {
  const mark = value === undefined ? {} : { 'x-provenance': value }
  return having(
    {
      parameters: [{ name: 'a', in: 'query', schema: { type: 'string' }, ...mark }],
      responses: {
        200: described({
          headers: { H: { schema: { type: 'string' }, ...mark } },
          ...json({ schema: { $ref: '#/components/schemas/Thing' } }),
          ...mark,
        }),
      },
      ...mark,
    },
    { components: { schemas: { Thing: { ...open, ...mark } } } },
  )
}
const headers = { 'RateLimit-Limit': { schema: { type: 'string' } } }

const unauthorized = (content: object) => replying({ content }, 401)
const constant = { type: 'string', const: 'Unauthorized' }

test.each<[rule: string, document: object, problems: number, options?: object]>([
  ['announced-end', ending({}), 0],
  ['announced-end', having({ deprecated: true }), 1],
  ['announced-end', having({ 'x-deprecation': announced }), 1],
  ['announced-end', ending({ since: '2020', link: 'http://a.example/' }), 2],
  ['announced-end', ending({ sunset: '2027-01-15' }), 1],
  ['bounded-integers', returning({ type: 'integer', minimum: 0 }), 1],
  ['bounded-integers', returning({ type: ['integer', 'null'], maximum: 9 }), 1],
  ['bounded-integers', returning({ type: 'integer', minimum: 0, maximum: 2147483648 }), 1],
  ['bounded-integers', returning({ type: 'integer', minimum: -2147483649, maximum: 0 }), 1],
  ['closed-responses', returning({ type: 'array', items: open }), 1],
  ['closed-responses', receiving(closed), 1],
  ['declares-bad-request', receiving({}), 1],
  [
    'declares-bad-request',
    having({ parameters: [{ name: 'limit', in: 'query' }], responses: { 200: described({}) } }),
    1,
  ],
  ['key-case', key('first_name'), 1],
  ['key-case', key('firstName'), 1, snake],
  ['rule/link-without-body', linking({ requestBody: { id: 1 } }), 1],
  ['rule/named-examples', replying(json({ example: 1 })), 1],
  ['rule/named-examples', replying(json({ examples: {} })), 1],
  ['rule/summary-of-example', replying(json({ examples: { one: { value: 1 } } })), 1],
  ['rule/not-found-only-on-getOrder', replying({}, 404), 1],
  ...[
    '^[^\\uD800-\\uDFFF]*$',
    '^\\d+$',
    '^(a)\\1$',
    '^(?=a)',
    '^(?<name>a)$',
    '^a++$',
    '^a{2}+$',
    '^[a-z&&a]$',
    '^[!--]$',
    '^[[a]$',
    '^{a}$',
  ].map((text): [string, object, number] => ['portable-patterns', pattern(text), 1]),
  ...['^[^\\x00]*$', "^(?:a|b)+?[.!#$%&'*+/=?^_`{|}~-]{0,61}\\.$", '^\\\\d[\\\\/?#@]\\{\\}$'].map(
    (text): [string, object, number] => ['portable-patterns', pattern(text), 0],
  ),
  ['rule/no-ignored-parameter', having({ parameters: [{ name: 'Accept', in: 'header' }] }), 1],
  ['rule/null-beside-a-type', returning({ type: 'null' }), 1],
  ['provenance', parts(), 5],
  ['provenance', parts('§4, §7'), 0],
  ['provenance', parts('4'), 5],
  ['provenance', parts('§'), 5],
  ['provenance', parts('designed: '), 5],
  ['provenance', parts('somewhere'), 5],
  ['rule/request-body-required', receiving({}, false), 1],
  ['rule/response-with-headers', replying({}), 1],
  ['rule/response-headers', replying({ headers }), 1],
  ['rule/schema-without-title', returning({ type: 'string', title: 'text' }), 1],
  ['rule/server-variable-without-description', serving({ description: 'The base.' }), 1],
  ['rule/cancelOrder-is-201', named('cancelOrder', 200), 2],
  ['unauthorized-is-plain-text', replying({}), 1],
  ['unauthorized-is-plain-text', unauthorized({ 'application/json': { schema: constant } }), 1],
  ['unauthorized-is-plain-text', unauthorized({ 'text/html': { schema: { type: 'string' } } }), 1],
  ['unauthorized-is-plain-text', unauthorized({ 'text/html': { schema: constant }, 'a/b': {} }), 1],
  [
    'unauthorized-is-plain-text',
    having({
      responses: {
        401: described({ content: { 'text/html': { schema: constant } } }),
        200: described({ content: { 'text/plain': {} } }),
      },
    }),
    1,
  ],
])('%s of %j reports %i problems', async (rule, document, problems, options = {}) => {
  expect(await problemsIn(rule, document, options)).toBe(problems)
})
