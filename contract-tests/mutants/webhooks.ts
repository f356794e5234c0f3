import type { components } from '../../generated/types.ts'
import type { Mutant } from './mutant.ts'
import { at, changed, json, replacing } from './round.ts'

type Subscription = components['schemas']['WebhookSubscription']

const listed =
  (change: (webhooks: Subscription[]) => Subscription[]): NonNullable<Mutant['operations']> =>
  (real) => ({
    listWebhooks: async (input, call) => {
      const answer = await real.listWebhooks(input, call)
      return answer.status === 200
        ? { status: 200, body: { webhooks: change(answer.body.webhooks) } }
        : answer
    },
  })

/** Mutants of subscriptions. */
export const webhookMutants: Mutant[] = [
  {
    breaks: 'the list shows secrets',
    source: '§2',
    area: 'webhooks',
    round: at('listWebhooks', 200, replacing('"active":', '"secret":"whsec_x","active":')),
  },
  {
    breaks: 'an update shows the secret',
    source: '§4',
    area: 'webhooks',
    round: at('updateWebhook', 200, replacing('"active":', '"secret":"whsec_x","active":')),
  },
  {
    breaks: 'creating does not show the secret',
    source: '§2',
    area: 'webhooks',
    round: at('createWebhook', 201, replacing(/"secret":"[^"]*",/g, '')),
  },
  {
    breaks: 'creating answers 200',
    source: '§4',
    area: 'webhooks',
    round: at('createWebhook', 201, (said) => changed(said, { status: 200 })),
  },
  {
    breaks: 'rotating shows the old secret',
    source: '§4 rotate rule',
    area: 'webhooks',
    operations: (real) => {
      const secrets = new Map<string, string>()
      return {
        createWebhook: async (input, call) => {
          const answer = await real.createWebhook(input, call)
          if (answer.status === 201) secrets.set(answer.body.id, answer.body.secret)
          return answer
        },
        rotateWebhookSecret: async (input, call) => {
          const answer = await real.rotateWebhookSecret(input, call)
          return answer.status === 200
            ? {
                ...answer,
                body: { ...answer.body, secret: secrets.get(input.path.id) ?? answer.body.secret },
              }
            : answer
        },
      }
    },
  },
  {
    breaks: 'after a rotation the old secret still signs',
    source: '§4 rotate rule: no overlap',
    area: 'webhooks',
    operations: (real) => ({
      // A new secret is shown, and never comes into force.
      rotateWebhookSecret: async (input, call) => {
        const list = await real.listWebhooks({}, call)
        const found =
          list.status === 200 && list.body.webhooks.find(({ id }) => id === input.path.id)
        if (!found) return real.rotateWebhookSecret(input, call)
        return { status: 200, body: { ...found, secret: `whsec_${crypto.randomUUID().repeat(2)}` } }
      },
    }),
  },
  {
    breaks: 'all subscriptions have one secret',
    source: '§2',
    area: 'webhooks',
    operations: (real) => ({
      createWebhook: async (input, call) => {
        const answer = await real.createWebhook(input, call)
        return answer.status === 201
          ? { ...answer, body: { ...answer.body, secret: `whsec_${'a'.repeat(43)}` } }
          : answer
      },
    }),
  },
  {
    breaks: 'a new subscription is inactive',
    source: '§3',
    area: 'webhooks',
    round: at('createWebhook', 201, replacing('"active":true', '"active":false')),
  },
  {
    breaks: 'an update switches on what it does not name',
    source: '§4: omitted fields unchanged',
    area: 'webhooks',
    operations: (real) => ({
      updateWebhook: (input, call) =>
        real.updateWebhook({ ...input, body: { active: true, ...input.body } }, call),
    }),
  },
  {
    breaks: 'an update adds events instead of replacing them',
    source: '§4 PUT /v1/webhooks/{id}',
    area: 'webhooks',
    operations: (real) => ({
      updateWebhook: async (input, call) => {
        const list = await real.listWebhooks({}, call)
        const before =
          list.status === 200
            ? list.body.webhooks.find(({ id }) => id === input.path.id)?.events
            : []
        const events = input.body.events && [...new Set([...(before ?? []), ...input.body.events])]
        return real.updateWebhook(
          { ...input, body: events ? { ...input.body, events } : input.body },
          call,
        )
      },
    }),
  },
  {
    breaks: 'a subscription was created in 1970',
    source: '§2',
    area: 'webhooks',
    round: at(
      'createWebhook',
      201,
      replacing(/"createdAt":"[^"]*"/g, '"createdAt":"1970-01-01T00:00:00Z"'),
    ),
  },
  {
    breaks: 'a change does not move updatedAt',
    source: '§2',
    area: 'webhooks',
    operations: (real) => ({
      updateWebhook: async (input, call) => {
        const answer = await real.updateWebhook(input, call)
        return answer.status === 200
          ? { ...answer, body: { ...answer.body, updatedAt: answer.body.createdAt } }
          : answer
      },
    }),
  },
  {
    breaks: 'the list leaves inactive subscriptions out',
    source: '§4 GET /v1/webhooks',
    area: 'webhooks',
    operations: listed((webhooks) => webhooks.filter(({ active }) => active)),
  },
  {
    breaks: 'the list is newest first',
    source: 'design decision 24',
    area: 'webhooks',
    operations: listed((webhooks) => webhooks.toReversed()),
  },
  {
    breaks: 'the list is not wrapped',
    source: '§4 GET /v1/webhooks',
    area: 'webhooks',
    operations: (real) => real,
    round: at('listWebhooks', 200, (said) =>
      changed(said, { text: said.text.replace('{"webhooks":', '').replace(/\}$/, '') }),
    ),
  },
  {
    breaks: 'what was deleted is only switched off',
    source: '§3: removed permanently',
    area: 'webhooks',
    operations: (real) => ({
      deleteWebhook: async (input, call) => {
        const answer = await real.updateWebhook({ ...input, body: { active: false } }, call)
        return answer.status === 200
          ? { status: 200, body: { message: 'Webhook deleted successfully' } }
          : answer
      },
    }),
  },
  {
    breaks: 'deleting answers 204',
    source: '§4 DELETE /v1/webhooks/{id}',
    area: 'webhooks',
    round: at('deleteWebhook', 200, (said) => changed(said, { status: 204, text: '' })),
  },
  {
    breaks: 'deleting what is gone is 200',
    source: 'design decision 3',
    area: 'webhooks',
    round: at('deleteWebhook', 400, (said) =>
      json(said, 200, { message: 'Webhook deleted successfully' }),
    ),
  },
  {
    breaks: 'an inactive subscription can be tested',
    source: '§3',
    area: 'webhooks',
    round: at('testWebhook', 400, (said) =>
      said.text.includes('not active')
        ? json(said, 200, { success: false, statusCode: null, error: 'inactive' })
        : said,
    ),
  },
  {
    breaks: 'the catalog lacks an event',
    source: '§6',
    area: 'webhooks',
    round: at('listWebhookEvents', 200, replacing(/\{"name":"invite\.viewed"[^}]*\},?/g, '')),
  },
  {
    breaks: 'the catalog offers webhook.test',
    source: '§6',
    area: 'webhooks',
    round: at('listWebhookEvents', 200, replacing('"invite.viewed"', '"webhook.test"')),
  },
  {
    breaks: 'an invite event is in the category order',
    source: '§4 GET /v1/webhooks/events',
    area: 'webhooks',
    round: at('listWebhookEvents', 200, replacing('"category":"invite"', '"category":"order"')),
  },
  {
    breaks: 'a test that fails has status 0',
    source: '§4 test rules: null if the request never reached it',
    area: 'webhooks',
    round: at('testWebhook', 200, replacing('"statusCode":null', '"statusCode":0')),
  },
  {
    breaks: 'a redirect is a success',
    source: '§4 test rules: 2xx',
    area: 'webhooks',
    operations: (real) => ({
      testWebhook: async (input, call) => {
        const answer = await real.testWebhook(input, call)
        return answer.status === 200 && answer.body.statusCode === 300
          ? { status: 200, body: { ...answer.body, success: true, error: null } }
          : answer
      },
    }),
  },
  {
    breaks: 'a test that fails does not say why',
    source: '§4 test rules',
    area: 'webhooks',
    operations: (real) => ({
      testWebhook: async (input, call) => {
        const answer = await real.testWebhook(input, call)
        return answer.status === 200
          ? { status: 200, body: { ...answer.body, error: null } }
          : answer
      },
    }),
  },
]
