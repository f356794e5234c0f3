import fc from 'fast-check'
import { EventName } from '../../generated/schemas.ts'
import type { components } from '../../generated/types.ts'
import { mustReject, same } from '../support/assertions.ts'
import { hookUrl, type WithSecret } from '../support/hooks.ts'
import { must } from '../support/law-context.ts'
import { type Command, command, type Model, pick } from './model.ts'

type Update = components['schemas']['WebhookUpdate']
type Subscription = components['schemas']['WebhookSubscription']

const shown = ({ secret: _, ...rest }: WithSecret): Subscription => rest

const replace = (model: Model, changed: WithSecret): void => {
  model.subscriptions = model.subscriptions.map((each) => (each.id === changed.id ? changed : each))
}

const some = ({ subscriptions }: Readonly<Model>) => subscriptions.length > 0

/** Checks that a secret is new. */
const isNew = (model: Model, secret: string): void => {
  must(!model.secrets.has(secret), 'a secret came twice')
  model.secrets.add(secret)
}

const createWebhook = (url: string, events: Subscription['events']) =>
  command(`createWebhook(${url})`, async (model, { context, hooks }) => {
    if (model.subscriptions.some((each) => each.url === url)) {
      mustReject(
        await context.api.post('/v1/webhooks', { url, events }),
        'subscribing a URL that is taken',
      )
      return
    }
    const { response: _, ...created } = await hooks.create(url, events)
    same([created.url, created.events, created.active], [url, events, true], 'the subscription')
    isNew(model, created.secret)
    model.subscriptions.push(created)
  })

const updateWebhook = (n: number, change: Update) =>
  command(
    `updateWebhook(${n}, ${JSON.stringify(change)})`,
    async (model, { context, hooks }) => {
      const before = pick(model.subscriptions, n)
      const isTaken = model.subscriptions.some(
        ({ id, url }) => url === change.url && id !== before.id,
      )
      if (isTaken) {
        mustReject(
          await context.api.put(`/v1/webhooks/${before.id}`, change),
          'moving to a URL that is taken',
        )
        return
      }
      const { updatedAt, ...after } = await hooks.update(before.id, change)
      const { secret, ...expected } = { ...before, ...change, updatedAt }
      same({ ...after, updatedAt }, expected, 'the subscription')
      replace(model, { ...expected, secret })
    },
    some,
  )

const deleteWebhook = (n: number) =>
  command(
    `deleteWebhook(${n})`,
    async (model, { context }) => {
      const { id } = pick(model.subscriptions, n)
      const response = await context.api.delete(`/v1/webhooks/${id}`)
      same(response.status, 200, 'the status', response)
      model.subscriptions = model.subscriptions.filter((each) => each.id !== id)
    },
    some,
  )

const rotateSecret = (n: number) =>
  command(
    `rotateWebhookSecret(${n})`,
    async (model, { hooks }) => {
      const before = pick(model.subscriptions, n)
      const { response: _, ...after } = await hooks.rotate(before.id)
      const { secret, updatedAt } = after
      same(after, { ...before, secret, updatedAt }, 'the subscription')
      isNew(model, secret)
      replace(model, after)
    },
    some,
  )

const testWebhook = (n: number) =>
  command(
    `testWebhook(${n})`,
    async (model, { context }) => {
      const { id, active } = pick(model.subscriptions, n)
      const response = await context.api.post(`/v1/webhooks/${id}/test`)
      same(response.status, active ? 200 : 400, 'the status', response)
    },
    some,
  )

const listWebhooks = () =>
  command('listWebhooks', async ({ subscriptions }, { hooks }) => {
    const ids = new Set(subscriptions.map(({ id }) => id))
    const listed = (await hooks.list()).filter(
      ({ id, url }) => ids.has(id) || url.includes('//model-'),
    )
    same(listed, subscriptions.map(shown), 'the list')
  })

const index = fc.nat({ max: 20 })
const url = fc.constantFrom('a', 'b', 'c', 'd').map((name) => hookUrl(`model-${name}`))
const events = fc.uniqueArray(fc.constantFrom(...EventName.values), { minLength: 1, maxLength: 3 })

/** Commands for subscriptions. */
export const webhookCommands = (): fc.Arbitrary<Command>[] => [
  fc.tuple(url, events).map(([to, wanted]) => createWebhook(to, wanted)),
  fc
    .tuple(index, fc.record({ url, events, active: fc.boolean() }, { requiredKeys: [] }))
    .map(([n, change]) => updateWebhook(n, change)),
  index.map(deleteWebhook),
  index.map(rotateSecret),
  index.map(testWebhook),
  fc.constant(listWebhooks()),
]
