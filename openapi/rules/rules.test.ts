import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import plugin from './plugin.ts'

/** Returns the messages that one of our rules reports for a document. */
const problemsOf = async (rule: string, document: object, options: object): Promise<string[]> => {
  const config = await createConfig({
    plugins: [plugin()],
    rules: { [`merch/${rule}`]: { severity: 'error', ...options } },
  })
  const problems = await lintFromString({ source: JSON.stringify(document), config })
  return problems.map(({ message }) => message)
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
const returning = (schema: object) => replying(json({ schema }))
const receiving = (schema: object, required = true) =>
  having({ requestBody: { required, ...json({ schema }) }, responses: { 200: described({}) } })

const open = { type: 'object', properties: { a: { type: 'string' } } }
const closed = { ...open, additionalProperties: false }

const announced = { since: '2027-01-15', sunset: '2027-07-15', link: 'https://a.example/v2' }
const ending = (change: object) =>
  having({ deprecated: true, 'x-deprecation': { ...announced, ...change } })
const together = ['`deprecated: true` and `x-deprecation` must be used together.']

const unbounded = ['An integer must have `minimum` and `maximum`.']
const badRequest = ['An operation that validates its input must declare 400.']

const key = (name: string) =>
  returning({
    type: 'array',
    items: { properties: { id: { properties: { [name]: { type: 'string' } } } } },
  })
const snake = { snakeCaseOperations: ['listThings'] }

const pattern = (text: string) => returning({ type: 'string', pattern: text })
const notPortable = (construct: string) => [
  `The pattern has \`${construct}\`, which not every language reads alike.`,
]

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
const wrongMark = (value: string) =>
  Array(5).fill(
    `\`x-provenance\` must be sections such as "§4", or "designed: " and the reason, not "${value}".`,
  )

const headers = { A: { schema: { type: 'string' } }, B: { schema: { type: 'string' } } }
const wanted = { headers: ['A', 'B'] }

const created = { statuses: { listThings: 201 } }

const unauthorized = (content: object) => replying({ content }, 401)
const notConstant = ['401 must be text/html with the constant Unauthorized (§5).']
const constant = { type: 'string', const: 'Unauthorized' }

test.each<[rule: string, document: object, problems: string[], options?: object]>([
  ['announced-end', having({}), []],
  ['announced-end', ending({}), []],
  ['announced-end', having({ deprecated: true }), together],
  ['announced-end', having({ 'x-deprecation': announced }), together],
  [
    'announced-end',
    ending({ since: '2020', link: 'http://a.example/' }),
    [
      'x-deprecation.since: must be a date, such as 2027-01-15.',
      'x-deprecation.link: must be an https URL.',
    ],
  ],
  [
    'announced-end',
    ending({ sunset: '2027-01-15' }),
    ['x-deprecation.sunset: must be later than `since`.'],
  ],
  ['bounded-integers', returning({ type: 'integer', minimum: 0 }), unbounded],
  ['bounded-integers', returning({ type: ['integer', 'null'], maximum: 9 }), unbounded],
  ['bounded-integers', returning({ type: 'integer', minimum: 0, maximum: 9 }), []],
  ['bounded-integers', returning({ type: 'number' }), []],
  [
    'closed-responses',
    returning({ type: 'array', items: open }),
    ['A response schema must have `additionalProperties: false`.'],
  ],
  ['closed-responses', receiving(closed), ['A request schema must allow further properties.']],
  ['closed-responses', returning(closed), []],
  ['closed-responses', receiving(open), []],
  ['declares-bad-request', receiving({}), badRequest],
  [
    'declares-bad-request',
    having({ parameters: [{ name: 'limit', in: 'query' }], responses: { 200: described({}) } }),
    badRequest,
  ],
  ['declares-bad-request', replying({}), []],
  ['key-case', key('first_name'), ['first_name must be camelCase (§1).']],
  ['key-case', key('firstName'), ['firstName must be snake_case (§1).'], snake],
  ['key-case', key('account_id'), [], { except: ['account_id'] }],
  ['key-case', key('firstName'), []],
  ['key-case', key('_id'), []],
  ['key-case', key('on_hand'), [], snake],
  ['named-examples', replying(json({ example: 1 })), ['A body must have a named example.']],
  [
    'named-examples',
    replying(json({ examples: { one: { value: 1 } } })),
    ['An example must have a `summary`.'],
  ],
  ['named-examples', replying(json({ examples: { one: { summary: 'One', value: 1 } } })), []],
  [
    'not-found-only-on',
    replying({}, 404),
    ['listThings must not declare 404: only getThing may (§7).'],
    { operations: ['getThing'] },
  ],
  ['not-found-only-on', replying({}, 404), [], { operations: ['listThings'] }],
  ['portable-patterns', pattern('^[^\\uD800-\\uDFFF]*$'), notPortable('\\u')],
  ['portable-patterns', pattern('^\\d+$'), notPortable('\\d')],
  ['portable-patterns', pattern('^(a)\\1$'), notPortable('\\1')],
  ['portable-patterns', pattern('^(?=a)'), notPortable('(?')],
  ['portable-patterns', pattern('^(?<name>a)$'), notPortable('(?')],
  ['portable-patterns', pattern('^a++$'), notPortable('++')],
  ['portable-patterns', pattern('^a{2}+$'), notPortable('Q+')],
  ['portable-patterns', pattern('^[a-z&&a]$'), notPortable('&&')],
  ['portable-patterns', pattern('^[!--]$'), notPortable('--')],
  ['portable-patterns', pattern('^[[a]$'), notPortable('[')],
  ['portable-patterns', pattern('^{a}$'), notPortable('{')],
  ['portable-patterns', pattern('^[^\\x00]*$'), []],
  ['portable-patterns', pattern("^(?:a|b)+?[.!#$%&'*+/=?^_`{|}~-]{0,61}\\.$"), []],
  ['portable-patterns', pattern('^\\\\d[\\\\/?#@]\\{\\}$'), []],
  ['provenance', parts(), Array(5).fill('Add `x-provenance` with the source of this part.')],
  ['provenance', parts('§4, §7'), []],
  ['provenance', parts('designed: the specification gives no shape'), []],
  ...['4', '§', 'designed: ', 'somewhere'].map((mark): [string, object, string[]] => [
    'provenance',
    parts(mark),
    wrongMark(mark),
  ]),
  ['request-body-required', receiving({}, false), ['A request body must be `required: true`.']],
  ['request-body-required', receiving({}), []],
  ['response-headers', replying({}), ['200 lacks the headers A, B (§8).'], wanted],
  [
    'response-headers',
    having(
      { responses: { 429: { $ref: '#/components/responses/TooMany' } } },
      { components: { responses: { TooMany: described({ headers: { A: headers.A } }) } } },
    ),
    ['429 lacks the headers B (§8).'],
    wanted,
  ],
  [
    'response-headers',
    having(
      { responses: { 200: described({ headers: { $ref: '#/x-headers' } }) } },
      { 'x-headers': headers },
    ),
    [],
    wanted,
  ],
  [
    'success-status',
    replying({}),
    ['listThings must declare only 201 as success, not 200.'],
    created,
  ],
  ['success-status', replying({}, 201), [], created],
  ['unauthorized-is-plain-text', replying({}), ['Every operation must declare 401 (§5).']],
  [
    'unauthorized-is-plain-text',
    unauthorized({ 'application/json': { schema: constant } }),
    notConstant,
  ],
  [
    'unauthorized-is-plain-text',
    unauthorized({ 'text/html': { schema: { type: 'string' } } }),
    notConstant,
  ],
  [
    'unauthorized-is-plain-text',
    unauthorized({ 'text/html': { schema: constant }, 'a/b': {} }),
    notConstant,
  ],
  [
    'unauthorized-is-plain-text',
    having({
      responses: {
        401: described({ content: { 'text/html': { schema: constant } } }),
        200: described({ content: { 'text/plain': {} } }),
      },
    }),
    ['200 must be JSON: only 401 is plain text (§5).'],
  ],
])('%s: %j', async (rule, document, problems, options = {}) => {
  expect(await problemsOf(rule, document, options)).toEqual(problems)
})
