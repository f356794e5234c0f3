import fc from 'fast-check'
import type { components } from '../../generated/types.ts'
import { EventCatalog, EventName, WebhookSubscription } from '../../generated/zod/schemas.ts'
import { must, mustBe, mustBeNow, mustReject, mustReturn, read, same } from '../support/api.ts'
import { caseVariants } from '../support/fixtures.ts'
import type { LawContext, Laws } from '../support/law.ts'
import { hookLaw, hookUrl } from '../support/subscriptions.ts'

type WebhookUpdate = components['schemas']['WebhookUpdate']

const notFound = { message: 'Webhook not found' }

/** The response to a URL that §4 does not allow. */
export const urlRejection = {
  message: 'Webhook URL must use HTTPS and cannot point to localhost or internal/private addresses',
}

const https = (host: string): string => `https://${host}/`

const byte = fc.nat({ max: 255 })

/** Addresses in the ranges of §4 rules 3 and 4. */
const privateIpv4 = fc
  .oneof(
    fc.tuple(fc.constant(10), byte, byte, byte),
    fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), byte, byte),
    fc.tuple(fc.constant(192), fc.constant(168), byte, byte),
    fc.tuple(fc.constant(169), fc.constant(254), byte, byte),
    fc.tuple(fc.constant(127), byte, byte, byte),
    fc.constant([0, 0, 0, 0]),
  )
  .map((bytes) => bytes.join('.'))

/** Returns other spellings of an address that URL parsers accept. */
const spellings = (address: string): string[] => {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number)
  const whole = ((a * 256 + b) * 256 + c) * 256 + d
  return [
    address,
    String(whole),
    `0x${whole.toString(16)}`,
    `0${a.toString(8)}.${b}.${c}.${d}`,
    `${a}.${b}.${c * 256 + d}`,
    `${address}.`,
    `[::ffff:${address}]`,
    `user:word@${address}`,
  ]
}

const rejected = [
  'http://subscriptions.example.com/',
  'ftp://subscriptions.example.com/',
  'subscriptions.example.com',
  'not a url',
  'https://',
  'https:////subscriptions.example.com/',
  'https://subscriptions.example.com\\@localhost/',
  ...['localhost', 'LOCALHOST:8443', 'localhost.', 'localhost..', 'api.localhost'].map(https),
  ...['0.0.0.0', '10.0.0.0', '10.255.255.255', '127.0.0.1', '127.255.255.255'].map(https),
  ...['169.254.0.0', '169.254.255.255', '172.16.0.0', '172.17.0.1', '172.31.255.255'].map(https),
  ...['192.168.0.0', '192.168.255.255', '[::1]', '[::]', '[fc00::1]', '[fe80::1]'].map(https),
  // Other spellings of 127.0.0.1 (WHATWG URL §3.5).
  ...['2130706433', '0x7f.1', '0177.0.0.1'].map(https),
  ...['[::ffff:7f00:1]', 'user:word@subscriptions.example.com', '@subscriptions.example.com'].map(
    https,
  ),
  ...['subscriptions.example.com:99999', 'subscriptions\\.example.com'].map(https),
]

/** Public addresses and names next to the rejected ones. */
const accepted = [
  ...['9.255.255.255', '11.0.0.0', '172.15.255.255', '172.32.0.0', '192.167.255.255'].map(https),
  ...['192.169.0.0', '169.253.255.255', '169.255.0.0', '[2606:4700::1]'].map(https),
  hookUrl('localhost'),
  hookUrl('10.0.0.1'),
  // Databases often cut texts at 255 characters.
  hookUrl('long', `/${'x'.repeat(1000)}`),
  hookUrl('port').replace(/\/$/, ':8443/'),
  hookUrl('scheme').replace('https', 'HTTPS'),
  hookUrl('Spelled').replace(/\/$/, ':443/a/./b?x=%41#part'),
]

const mustBeRejected = async ({ api }: LawContext, id: string, url: string) => {
  mustReturn(await api.post('/v1/webhooks', { url, events: ['order.created'] }), 400, urlRejection)
  mustReturn(await api.put(`/v1/webhooks/${id}`, { active: false, url }), 400, urlRejection)
}

export const webhooks: Laws = {
  'The catalog has the eight events, each once, in two categories': hookLaw(
    '§6',
    async ({ api }) => {
      const response = await api.get('/v1/webhooks/events')
      const { events } = read(EventCatalog, response)
      const names = events.map(({ name }) => name).toSorted()
      same(names, [...EventName.values].toSorted(), 'the names of the events', response)
      for (const { name, category } of events)
        same(category, name.split('.')[0], `the category of ${name}`, response)
      const json = { url: hookUrl('test'), events: ['webhook.test'] }
      mustReject(await api.post('/v1/webhooks', json), 'a subscription to webhook.test')
    },
  ),

  'Only create and rotate-secret return the secret, each a new one': hookLaw(
    '§2, §4',
    async ({ api }, subscriptions) => {
      const url = hookUrl('secret')
      const { id, secret, response, hook } = await subscriptions.create(url)
      mustBeNow(hook.createdAt, 'createdAt', response)
      must(/^whsec_.{32,}$/.test(secret), 'a secret must be whsec_ and 32 random bytes', response)
      same([hook.url, hook.active], [url, true], 'url and active', response)
      const other = await subscriptions.create(hookUrl('two'))
      const before = await subscriptions.update(id, { active: false, events: ['order.shipped'] })
      const { secret: next, response: rotated, ...after } = await subscriptions.rotate(id)
      const secrets = new Set([secret, other.secret, next])
      same(secrets.size, 3, 'the number of different secrets', rotated)
      same({ ...after, updatedAt: before.updatedAt }, before, 'the rotated subscription', rotated)
      const withoutSecret = [
        await api.get('/v1/webhooks'),
        await api.put(`/v1/webhooks/${id}`, { active: false }),
        await api.put(`/v1/webhooks/${id}`, { active: true }),
        await api.post('/v1/webhooks', { url, events: ['order.created'] }),
        await subscriptions.test(id),
        await api.get('/v1/webhooks/events'),
        await api.delete(`/v1/webhooks/${id}`),
      ]
      for (const each of withoutSecret)
        must(!/"secret"|whsec_/i.test(each.text), 'the response must not contain a secret', each)
    },
  ),

  'An update changes only the given fields, and the list shows it': hookLaw(
    '§4 PUT /v1/webhooks/{id}',
    async (context, subscriptions) => {
      const events = ['order.shipped', 'order.created', 'order.cancelled'] as const
      const { id, hook, response } = await subscriptions.create(hookUrl('update'), [...events])
      same(hook.events, events, 'the events', response)
      let expected = hook
      const change = fc.record(
        {
          url: fc.constantFrom('update', 'moved', 'again').map((name) => hookUrl(name, '/in?x=1')),
          events: fc.uniqueArray(fc.constantFrom(...EventName.values), { minLength: 1 }),
          active: fc.boolean(),
        },
        { requiredKeys: [] },
      )
      const check = async (body: WebhookUpdate) => {
        const response = await context.api.put(`/v1/webhooks/${id}`, body)
        const updated = read(WebhookSubscription, response)
        const { updatedAt } = updated
        must(
          Date.parse(updatedAt) >= Date.parse(expected.createdAt),
          `updatedAt must not be before createdAt, but is ${updatedAt}`,
          response,
        )
        expected = { ...expected, ...body, updatedAt }
        same(updated, expected, 'the subscription', response)
        const listed = (await subscriptions.list()).find((each) => each.id === id)
        same(listed, expected, 'the subscription in the list', response)
      }
      await check({ active: false })
      await check({ events: ['order.shipped'] })
      await check({})
      await context.forAll(change, check)
    },
  ),

  'An account has one subscription for a URL, in any spelling': hookLaw(
    '§2, §7 rule 4, design decision 22',
    async ({ api }, subscriptions) => {
      const first = await subscriptions.create(hookUrl('taken'))
      const other = await subscriptions.create(hookUrl('other'))
      const before = await subscriptions.list()
      const host = new URL(first.url).hostname
      const spellings = [
        first.url,
        `https://${host}`,
        `HTTPS://${host.toUpperCase()}/`,
        `https://${host}:443/`,
        `https://${host}/a/..`,
        `https://${host}/#part`,
      ]
      for (const url of spellings) {
        const second = await api.post('/v1/webhooks', { url, events: ['order.shipped'] })
        mustReject(second, `a second subscription to ${url}`)
        const change = { active: false, url }
        mustReject(await api.put(`/v1/webhooks/${other.id}`, change), `changing the URL to ${url}`)
      }
      same(await subscriptions.list(), before, 'the subscriptions')
      const again = { url: hookUrl('together'), events: ['order.created'] }
      const together = await Promise.all([1, 2, 3].map(() => api.post('/v1/webhooks', again)))
      const statuses = together.map(({ status }) => status).toSorted()
      same(statuses, [201, 400, 400], 'the statuses of concurrent requests', together[0])
      await subscriptions.update(first.id, { url: first.url })
      // The case of a path, and a query, make another URL.
      for (const path of ['/a', '/A', '/a?b=1', '/a?b=2'])
        await subscriptions.create(hookUrl('taken', path))
    },
  ),

  'A deleted subscription is gone, and its URL can be used again': hookLaw(
    '§3',
    async ({ api }, subscriptions) => {
      const url = hookUrl('gone')
      const { id } = await subscriptions.create(url)
      for (const other of caseVariants(id))
        mustReturn(await api.delete(`/v1/webhooks/${other}`), 400, notFound)
      const deleted = mustBe(200, await api.delete(`/v1/webhooks/${id}`))
      must(/deleted/i.test(deleted.text), 'the message must say "deleted"', deleted)
      const left = (await subscriptions.list()).map((each) => each.id)
      must(!left.includes(id), 'the list must not contain a deleted subscription', deleted)
      mustReturn(await api.delete(`/v1/webhooks/${id}`), 400, notFound)
      mustReturn(await api.put(`/v1/webhooks/${id}`, { active: true }), 400, notFound)
      mustReturn(await subscriptions.test(id), 400, notFound)
      mustReturn(await api.post(`/v1/webhooks/${id}/rotate-secret`), 400, notFound)
      await subscriptions.create(url)
    },
  ),

  'The list has active and inactive subscriptions, oldest first': hookLaw(
    '§4 GET /v1/webhooks, design decision 24',
    async (_, subscriptions) => {
      const shown = async () =>
        (await subscriptions.list()).map(({ id, active }) => ({ id, active }))
      const expected = await shown()
      for (const name of ['a', 'b', 'c']) {
        const { id } = await subscriptions.create(hookUrl(name))
        if (name === 'b') await subscriptions.update(id, { active: false })
        expected.push({ id, active: name !== 'b' })
      }
      same(await shown(), expected, 'the list')
    },
  ),

  'An update or a new secret changes updatedAt, and createdAt stays': hookLaw(
    '§2',
    async (context, subscriptions) => {
      const { id, createdAt, updatedAt } = await subscriptions.create(hookUrl('times'))
      await context.control('advance')(2)
      const changed = await subscriptions.update(id, { active: false })
      same(Date.parse(changed.createdAt), Date.parse(createdAt), 'the time of createdAt')
      await context.control('advance')(2)
      const rotated = await subscriptions.rotate(id)
      const [first = 0, second = 0, third = 0] = [
        updatedAt,
        changed.updatedAt,
        rotated.updatedAt,
      ].map(Date.parse)
      must(
        first < second && second < third,
        'updatedAt must be later after each change',
        rotated.response,
      )
    },
    { needs: ['advance'] },
  ),

  'Only an active subscription can be tested, also after it is reactivated': hookLaw(
    '§4, §3',
    async (_, subscriptions) => {
      const { id } = await subscriptions.create(hookUrl('inactive'))
      await subscriptions.update(id, { active: false })
      mustReject(await subscriptions.test(id), 'testing an inactive subscription')
      await subscriptions.update(id, { active: true })
      mustBe(200, await subscriptions.test(id))
    },
  ),

  'URLs that are local, private or not HTTPS are rejected with the fixed message': hookLaw(
    '§4 webhook URL rules, design decisions 22 and 33',
    async (context, subscriptions) => {
      const { id, hook } = await subscriptions.create(hookUrl('kept'))
      for (const url of rejected) await mustBeRejected(context, id, url)
      await context.forAll(
        privateIpv4,
        async (address) => {
          for (const host of spellings(address))
            await mustBeRejected(context, id, `https://${host}/hook`)
        },
        Math.max(1, Math.round(context.options.runs / 4)),
      )
      const listed = (await subscriptions.list()).find((each) => each.id === id)
      same(listed, hook, 'the unchanged subscription')
    },
  ),

  'URLs close to the rejected ones are accepted and stored as sent': hookLaw(
    '§4 webhook URL rules',
    async ({ api }, subscriptions) => {
      for (const url of accepted) {
        const { id, response, hook } = await subscriptions.create(url)
        await api.delete(`/v1/webhooks/${id}`)
        same(hook.url, url, 'url', response)
      }
    },
  ),
}
