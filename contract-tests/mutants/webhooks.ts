import type { components } from '../../generated/types.ts'
import { at, changed, json, replacing } from './change-response.ts'
import type { Mutant } from './mutant.ts'

type Subscription = components['schemas']['WebhookSubscription']

const listed =
  (change: (webhooks: Subscription[]) => Subscription[]): NonNullable<Mutant['operations']> =>
  (real) => ({
    listWebhooks: async (input, call) => {
      const reply = await real.listWebhooks(input, call)
      return reply.status === 200
        ? { status: 200, body: { webhooks: change(reply.body.webhooks) } }
        : reply
    },
  })

/** Mutants of subscriptions. */
export const webhookMutants: Mutant[] = [
  {
    breaks: 'The webhook list shows secrets',
    source: '§2',
    area: 'webhooks',
    change: at('listWebhooks', 200, replacing('"active":', '"secret":"whsec_x","active":')),
  },
  {
    breaks: 'updateWebhook returns a secret',
    source: '§4',
    area: 'webhooks',
    change: at('updateWebhook', 200, replacing('"active":', '"secret":"whsec_x","active":')),
  },
  {
    breaks: 'createWebhook does not return the secret',
    source: '§2',
    area: 'webhooks',
    change: at('createWebhook', 201, replacing(/"secret":"[^"]*",/g, '')),
  },
  {
    breaks: 'createWebhook returns 200',
    source: '§4',
    area: 'webhooks',
    change: at('createWebhook', 201, (response) => changed(response, { status: 200 })),
  },
  {
    breaks: 'rotateWebhookSecret returns the old secret',
    source: '§4 rotate rule',
    area: 'webhooks',
    operations: (real) => {
      const secrets = new Map<string, string>()
      return {
        createWebhook: async (input, call) => {
          const reply = await real.createWebhook(input, call)
          if (reply.status === 201) secrets.set(reply.body.id, reply.body.secret)
          return reply
        },
        rotateWebhookSecret: async (input, call) => {
          const reply = await real.rotateWebhookSecret(input, call)
          return reply.status === 200
            ? {
                ...reply,
                body: { ...reply.body, secret: secrets.get(input.path.id) ?? reply.body.secret },
              }
            : reply
        },
      }
    },
  },
  {
    breaks: 'Deliveries are signed with the old secret after a rotation',
    source: '§4 rotate rule: no overlap',
    area: 'webhooks',
    operations: (real) => ({
      // Returns a new secret, but does not store it.
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
    breaks: 'All subscriptions have the same secret',
    source: '§2',
    area: 'webhooks',
    operations: (real) => ({
      createWebhook: async (input, call) => {
        const reply = await real.createWebhook(input, call)
        return reply.status === 201
          ? { ...reply, body: { ...reply.body, secret: `whsec_${'a'.repeat(43)}` } }
          : reply
      },
    }),
  },
  {
    breaks: 'A new subscription is inactive',
    source: '§3',
    area: 'webhooks',
    change: at('createWebhook', 201, replacing('"active":true', '"active":false')),
  },
  {
    breaks: 'updateWebhook activates a subscription when active is omitted',
    source: '§4: omitted fields unchanged',
    area: 'webhooks',
    operations: (real) => ({
      updateWebhook: (input, call) =>
        real.updateWebhook({ ...input, body: { active: true, ...input.body } }, call),
    }),
  },
  {
    breaks: 'updateWebhook adds events instead of replacing them',
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
    breaks: 'createdAt of a subscription is in 1970',
    source: '§2',
    area: 'webhooks',
    change: at(
      'createWebhook',
      201,
      replacing(/"createdAt":"[^"]*"/g, '"createdAt":"1970-01-01T00:00:00Z"'),
    ),
  },
  {
    breaks: 'updateWebhook does not change updatedAt',
    source: '§2',
    area: 'webhooks',
    operations: (real) => ({
      updateWebhook: async (input, call) => {
        const reply = await real.updateWebhook(input, call)
        return reply.status === 200
          ? { ...reply, body: { ...reply.body, updatedAt: reply.body.createdAt } }
          : reply
      },
    }),
  },
  {
    breaks: 'The webhook list lacks inactive subscriptions',
    source: '§4 GET /v1/webhooks',
    area: 'webhooks',
    operations: listed((webhooks) => webhooks.filter(({ active }) => active)),
  },
  {
    breaks: 'The webhook list is sorted newest first',
    source: 'design decision 24',
    area: 'webhooks',
    operations: listed((webhooks) => webhooks.toReversed()),
  },
  {
    breaks: 'The webhook list is a bare array',
    source: '§4 GET /v1/webhooks',
    area: 'webhooks',
    operations: (real) => real,
    change: at('listWebhooks', 200, (response) =>
      changed(response, { text: response.text.replace('{"webhooks":', '').replace(/\}$/, '') }),
    ),
  },
  {
    breaks: 'deleteWebhook only deactivates the subscription',
    source: '§3: removed permanently',
    area: 'webhooks',
    operations: (real) => ({
      deleteWebhook: async (input, call) => {
        const reply = await real.updateWebhook({ ...input, body: { active: false } }, call)
        return reply.status === 200
          ? { status: 200, body: { message: 'Webhook deleted successfully' } }
          : reply
      },
    }),
  },
  {
    breaks: 'deleteWebhook returns 204',
    source: '§4 DELETE /v1/webhooks/{id}',
    area: 'webhooks',
    change: at('deleteWebhook', 200, (response) => changed(response, { status: 204, text: '' })),
  },
  {
    breaks: 'Deleting an unknown webhook returns 200',
    source: 'design decision 3',
    area: 'webhooks',
    change: at('deleteWebhook', 400, (response) =>
      json(response, 200, { message: 'Webhook deleted successfully' }),
    ),
  },
  {
    breaks: 'An inactive subscription can be tested',
    source: '§3',
    area: 'webhooks',
    change: at('testWebhook', 400, (response) =>
      response.text.includes('not active')
        ? json(response, 200, { success: false, statusCode: null, error: 'inactive' })
        : response,
    ),
  },
  {
    breaks: 'The event catalog lacks invite.viewed',
    source: '§6',
    area: 'webhooks',
    change: at('listWebhookEvents', 200, replacing(/\{"name":"invite\.viewed"[^}]*\},?/g, '')),
  },
  {
    breaks: 'The event catalog lists webhook.test',
    source: '§6',
    area: 'webhooks',
    change: at('listWebhookEvents', 200, replacing('"invite.viewed"', '"webhook.test"')),
  },
  {
    breaks: 'Invite events have the category order',
    source: '§4 GET /v1/webhooks/events',
    area: 'webhooks',
    change: at('listWebhookEvents', 200, replacing('"category":"invite"', '"category":"order"')),
  },
  {
    breaks: 'A failed test delivery has the status code 0',
    source: '§4 test rules: null if the request never reached it',
    area: 'webhooks',
    change: at('testWebhook', 200, replacing('"statusCode":null', '"statusCode":0')),
  },
  {
    breaks: 'A test delivery answered with 300 is a success',
    source: '§4 test rules: 2xx',
    area: 'webhooks',
    operations: (real) => ({
      testWebhook: async (input, call) => {
        const reply = await real.testWebhook(input, call)
        return reply.status === 200 && reply.body.statusCode === 300
          ? { status: 200, body: { ...reply.body, success: true, error: null } }
          : reply
      },
    }),
  },
  {
    breaks: 'A failed test delivery has no error',
    source: '§4 test rules',
    area: 'webhooks',
    operations: (real) => ({
      testWebhook: async (input, call) => {
        const reply = await real.testWebhook(input, call)
        return reply.status === 200 ? { status: 200, body: { ...reply.body, error: null } } : reply
      },
    }),
  },
]
