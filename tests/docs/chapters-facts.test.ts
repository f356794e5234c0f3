import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Document } from '../../codegen/model/document.ts'
import { readOperations, readWebhooks } from '../../codegen/model/model.ts'
import { readConfig } from '../../server/config.ts'
import { keyLength } from '../../server/domain/api-key.ts'
import { newId } from '../../server/domain/ids.ts'
import { refusalText } from '../../server/domain/refusal.ts'
import { attemptMilliseconds } from '../../server/events/egress/egress.ts'
import { maxBodyBytes } from '../../server/http/api/read-body.ts'
import { chapter, chapters, codeOf, rowsOf } from './chapters.ts'

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')

const document: Document = JSON.parse(read('generated/openapi.json'))
const operations = readOperations(document)
const events = readWebhooks(document)
const schemas = document.components?.schemas ?? {}
const config = readConfig({})

/** Formats a number as the chapters do. */
const written = (value: number | undefined): string => (value ?? Number.NaN).toLocaleString('en')

const parameter = (operationId: string, name: string) =>
  operations.find(({ id }) => id === operationId)?.parameters.find((each) => each.name === name)
    ?.schema ?? {}

const property = (schema: string, name: string) => {
  const found = schemas[schema]?.properties?.[name] ?? {}
  return { ...schemas[found.$ref?.split('/').at(-1) ?? ''], ...found }
}

/** The maximum length of these fields in request bodies; undefined if they differ. */
const maxLengthOf = (...names: string[]): number | undefined => {
  const bounds = ['ContactCreate', 'InviteCreate', 'ShipTo'].flatMap((schema) =>
    names.flatMap((name) => property(schema, name).maxLength ?? []),
  )
  return new Set(bounds).size === 1 ? bounds[0] : undefined
}

const limit = parameter('listOrders', 'limit')
const pageSize = parameter('listInventory', 'page_size')
const lines = property('OrderCreate', 'products')
const quantity = property('OrderLineCreate', 'quantity')

/** The chapters' statements with numbers, built from the document and the settings. */
const facts: Record<string, readonly string[]> = {
  'getting-started': [`port ${config.port}`],
  authentication: [`exactly ${keyLength} characters`, `not ${keyLength} characters`],
  limits: [
    `${written(config.budget)} requests in any ${config.windowSeconds / 3600} hours`,
    `${maxBodyBytes / 1024} KiB`,
    `${written(limit.maximum)} (default ${limit.default})`,
    `${pageSize.maximum} (default ${pageSize.default})`,
    `${lines.maxItems}, each of ${quantity.minimum} to ${written(quantity.maximum)} units`,
    `| \`notes\` of an order | ${written(property('OrderCreate', 'notes').maxLength)} characters`,
    `an e-mail address | ${maxLengthOf('email')} characters`,
    `a name, a city, a state, a country | ${maxLengthOf('firstName', 'lastName', 'city', 'state', 'country')} characters`,
    `a street, a company | ${maxLengthOf('street1', 'street2', 'companyName')} characters`,
    `a phone number | ${maxLengthOf('phone')} characters`,
    `a postal code, a shirt size | ${maxLengthOf('zip', 'shirtSize')} characters`,
    `the newest ${property('InventoryItem', 'inventory_events').maxItems}`,
  ],
  paging: [`\`page\`, from ${parameter('listInventory', 'page').default},`],
  webhooks: [`one attempt with a timeout of ${attemptMilliseconds / 1000} seconds`],
  'receiving-deliveries': [
    `After ${attemptMilliseconds / 1000} seconds`,
    `port ${/PORT: port = '(\d+)'/.exec(read('examples/receivers/node.mjs'))?.[1]}`,
  ],
  guarantees: [
    `one attempt, ${attemptMilliseconds / 1000} seconds`,
    `${newId('ord').length - 'ord_'.length} hex digits`,
  ],
}

describe('Numbers', () => {
  test.each(Object.entries(facts).flatMap(([name, said]) => said.map((each) => [name, each])))(
    'the chapter %s says: %s',
    (name = '', said = '') => {
      expect(chapter(name).prose).toContain(said)
    },
  )

  test('the port of the mock is that of the chapter', () => {
    expect(chapter('getting-started').prose).toContain('port 4010')
    expect(read('mock/main.ts')).toContain("PORT: '4010'")
  })

  /** Digits that state no fact of the service: names of standards, status codes, quoted input. */
  const names =
    /`[^`]*`|\/v1|RFC \d+|ISO 8601|UTF-8|IPv[46]|HMAC-SHA256|\b2xx\b|^\d\. |\b(?:200|201|400|401|404|405|429|500)s?\b|port 4010|\/64|#section\/\S+|#operation\/\S+/gm

  test.each(chapters)('$name has no number that is not checked', ({ name, prose }) => {
    const held = facts[name] ?? []
    const rest = held.reduce((text, said) => text.replaceAll(said, ''), prose)
    expect(rest.replaceAll(names, '').match(/.*\d.*/g) ?? []).toEqual([])
  })
})

test('the complete delivery is one that receivers accept', () => {
  const [request = ''] = codeOf('receiving-deliveries', 'http')
  const [head = '', body] = request.trimEnd().split('\n\n')
  const Vectors = z.object({ vectors: z.array(z.record(z.string(), z.unknown())) })
  const { vectors } = Vectors.parse(JSON.parse(read('openapi/vectors/webhook-signatures.json')))
  const vector = vectors.find((each) => each.body === body && each.accept)
  expect(head).toContain(`\nX-Webhook-Timestamp: ${vector?.timestamp}\n`)
  expect(head).toContain(`\nX-Webhook-Signature: ${vector?.signature}`)
  const { prose, blocks } = chapter('receiving-deliveries')
  expect(prose).toContain(`\`${vector?.secret}\``)
  expect(blocks.find(({ code }) => code.includes('openssl'))?.code).toContain(
    `printf '%s' '${vector?.timestamp}.${body}'`,
  )
})

describe('Tables', () => {
  test('errors list every status code of an error response', () => {
    const declared = operations.flatMap(({ replies }) => replies.map(({ status }) => status))
    // The edge returns 405 outside the contract's operations (design decision 8).
    const failures = new Set([...declared.filter((status) => status >= 400), 405])
    const rows = rowsOf(chapter('errors').text, 'status')
    expect(rows.map(([status]) => status)).toEqual(
      [...failures].toSorted((a, b) => a - b).map((status) => `\`${status}\``),
    )
    expect(
      operations.filter(({ replies }) => replies.some(({ status }) => status === 404)),
    ).toMatchObject([{ id: 'getOrder' }])
  })

  test('webhooks list every event of subscriptions, with a link to its payload', () => {
    const subscribable = events.filter(({ category }) => category !== undefined)
    expect(rowsOf(chapter('webhooks').text, 'event').map(([event]) => event)).toEqual(
      subscribable.map(({ name, id }) => `[\`${name}\`](#operation/${id})`),
    )
  })

  test('webhooks list every header of a delivery', () => {
    const sent = Object.values(document.webhooks?.['order.created']?.post?.parameters ?? {}).map(
      (part) => ('$ref' in part ? part.$ref.split('/').at(-1) : part.name),
    )
    const rows = rowsOf(chapter('webhooks').text, 'header')
    expect(rows.map(([name]) => name).toSorted()).toEqual(
      sent.map((name) => `\`${name}\``).toSorted(),
    )
  })

  test('limits list every rate limit header', () => {
    const [{ headers = [] } = {}] = operations.flatMap(({ replies }) => replies)
    const [, ...cells] = rowsOf(chapter('limits').text, 'header').flat()
    expect(cells).not.toEqual([])
    for (const { name } of headers) expect(chapter('limits').text).toContain(`\`${name}\``)
    expect(headers).toHaveLength(6)
  })

  test('orders list the messages of the service', () => {
    const given = { sku: '…' }
    const refusals = [
      { refused: 'campaign-not-found' },
      { refused: 'campaign-not-active' },
      { refused: 'campaign-expired' },
      { refused: 'sku-not-in-campaign', ...given },
      { refused: 'warehouse-not-found' },
      { refused: 'not-enough-stock', ...given },
    ] as const
    expect(rowsOf(chapter('orders-and-stock').text, 'rule').map(([, message]) => message)).toEqual(
      refusals.map((refusal) => `\`${refusalText(refusal)}\``),
    )
  })

  test('orders list every order status', () => {
    for (const status of schemas.OrderStatus?.enum ?? [])
      expect(chapter('orders-and-stock').text).toContain(` ${status} `)
  })
})

test('The JSON of the chapters is in the examples of the document', () => {
  const shown = chapters.flatMap(({ blocks }) =>
    blocks.filter(({ language }) => language === 'json').map(({ code }) => JSON.parse(code)),
  )
  const examples = Object.values(document.components?.examples ?? {}).map(({ value }) => value)
  expect(shown.length).toBeGreaterThan(1)
  for (const each of shown) expect(examples).toContainEqual(each)
})

describe('Links', () => {
  const links = [...(document.info.description ?? '').matchAll(/\]\((#[^)]*)\)/g)].map(
    ([, link = '']) => link,
  )
  const slug = (heading: string) => heading.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  const targets = new Set([
    ...operations.map(({ id }) => `#operation/${id}`),
    ...events.map(({ id }) => `#operation/${id}`),
    ...chapters.flatMap(({ prose }) =>
      [...prose.matchAll(/^# (.*)$/gm)].map(([, heading = '']) => `#section/${slug(heading)}`),
    ),
  ])

  test('have an existing target', () => {
    expect(links.length).toBeGreaterThan(30)
    expect(links.filter((link) => !targets.has(link))).toEqual([])
  })

  test('lead to every event and every operation that writes', () => {
    const writes = operations.filter(({ method, path }) => method !== 'get' && path !== '/v1/auth')
    const missing = [...writes, ...events].filter(({ id }) => !links.includes(`#operation/${id}`))
    expect(missing.map(({ id }) => id)).toEqual([])
  })
})

test('Every chapter is in the document', () => {
  const listed = [...read('openapi/openapi.yaml').matchAll(/\$ref: chapters\/(.*)\.md/g)]
  expect(listed.map(([, name]) => name).toSorted()).toEqual(chapters.map(({ name }) => name))
  const missing = chapters.filter(({ text }) => !document.info.description?.includes(text.trim()))
  expect(missing.map(({ name }) => name)).toEqual([])
})
