import { body, input, operation } from './change-operation.ts'
import { at, json, replacing, send, status } from './change-response.ts'
import { mutantsOf } from './mutant.ts'

const catalog = (pattern: string | RegExp, by: string) =>
  at('listWebhookEvents 200', replacing(pattern, by))

/** Mutants of subscriptions. */
export const webhookMutants = [
  ...mutantsOf('webhooks', '§2', {
    'The webhook list shows secrets': at(
      'listWebhooks 200',
      replacing('"active":', '"secret":"whsec_x","active":'),
    ),
    'createWebhook does not return the secret': at(
      'createWebhook 201',
      replacing(/"secret":"[^"]*",/g, ''),
    ),
    'All subscriptions have the same secret': body('createWebhook', (webhook) => ({
      ...webhook,
      secret: `whsec_${'a'.repeat(43)}`,
    })),
    'createdAt of a subscription is in 1970': at(
      'createWebhook 201',
      replacing(/"createdAt":"[^"]*"/g, '"createdAt":"1970-01-01T00:00:00Z"'),
    ),
    'updateWebhook does not change updatedAt': body('updateWebhook', (webhook) => ({
      ...webhook,
      updatedAt: webhook.createdAt,
    })),
  }),
  ...mutantsOf('webhooks', '§3', {
    'A new subscription is inactive': at(
      'createWebhook 201',
      replacing('"active":true', '"active":false'),
    ),
    'deleteWebhook only deactivates the subscription': operation(
      'deleteWebhook',
      async (sent, call, real) => {
        const given = await real.updateWebhook({ ...sent, body: { active: false } }, call)
        return given.status === 200
          ? { status: 200, body: { message: 'Webhook deleted successfully' } }
          : given
      },
    ),
    'An inactive subscription can be tested': at(
      'testWebhook 400',
      json(200, { success: false, statusCode: null, error: 'inactive' }),
      'not active',
    ),
  }),
  ...mutantsOf('webhooks', '§4', {
    'updateWebhook returns a secret': at(
      'updateWebhook 200',
      replacing('"active":', '"secret":"whsec_x","active":'),
    ),
    'createWebhook returns 200': at('createWebhook 201', status(200)),
    'updateWebhook activates a subscription when active is omitted': input(
      'updateWebhook',
      (sent) => ({ ...sent, body: { active: true, ...sent.body } }),
    ),
    'updateWebhook adds events instead of replacing them': operation(
      'updateWebhook',
      async (sent, call, real) => {
        const list = await real.listWebhooks({}, call)
        const before = list.status === 200 ? list.body.webhooks : []
        const old = before.find(({ id }) => id === sent.path.id)?.events ?? []
        const { events } = sent.body
        return real.updateWebhook(
          events
            ? { ...sent, body: { ...sent.body, events: [...new Set([...old, ...events])] } }
            : sent,
          call,
        )
      },
    ),
  }),
  ...mutantsOf('webhooks', '§4 rotate rule: no overlap', {
    'rotateWebhookSecret returns the old secret': {
      operations: (real) => {
        const secrets = new Map<string, string>()
        return {
          createWebhook: async (sent, call) => {
            const given = await real.createWebhook(sent, call)
            if (given.status === 201) secrets.set(given.body.id, given.body.secret)
            return given
          },
          rotateWebhookSecret: async (sent, call) => {
            const given = await real.rotateWebhookSecret(sent, call)
            const secret = secrets.get(sent.path.id)
            return given.status === 200 && secret
              ? { ...given, body: { ...given.body, secret } }
              : given
          },
        }
      },
    },
    // Returns a new secret, but does not store it.
    'Deliveries are signed with the old secret after a rotation': operation(
      'rotateWebhookSecret',
      async (sent, call, real) => {
        const list = await real.listWebhooks({}, call)
        const found =
          list.status === 200 && list.body.webhooks.find(({ id }) => id === sent.path.id)
        if (!found) return real.rotateWebhookSecret(sent, call)
        return { status: 200, body: { ...found, secret: `whsec_${crypto.randomUUID().repeat(2)}` } }
      },
    ),
  }),
  ...mutantsOf('webhooks', '§4 GET /v1/webhooks, design decision 24', {
    'The webhook list lacks inactive subscriptions': body('listWebhooks', ({ webhooks }) => ({
      webhooks: webhooks.filter(({ active }) => active),
    })),
    'The webhook list is sorted newest first': body('listWebhooks', ({ webhooks }) => ({
      webhooks: webhooks.toReversed(),
    })),
    'The webhook list is a bare array': at(
      'listWebhooks 200',
      replacing(/^\{"webhooks":(.*)\}$/g, '$1'),
    ),
  }),
  ...mutantsOf('webhooks', '§4 DELETE /v1/webhooks/{id}, design decision 3', {
    'deleteWebhook returns 204': at('deleteWebhook 200', send(204, '', 'application/json')),
    'Deleting an unknown webhook returns 200': at(
      'deleteWebhook 400',
      json(200, { message: 'Webhook deleted successfully' }),
    ),
  }),
  ...mutantsOf('webhooks', '§4 GET /v1/webhooks/events, §6', {
    'The event catalog lacks invite.viewed': catalog(/\{"name":"invite\.viewed"[^}]*\},?/g, ''),
    'The event catalog lists webhook.test': catalog('"invite.viewed"', '"webhook.test"'),
    'Invite events have the category order': catalog('"category":"invite"', '"category":"order"'),
  }),
  ...mutantsOf('webhooks', '§4 test rules', {
    'A failed test delivery has the status code 0': at(
      'testWebhook 200',
      replacing('"statusCode":null', '"statusCode":0'),
    ),
    'A test delivery mustReturn with 300 is a success': body('testWebhook', (result) =>
      result.statusCode === 300 ? { ...result, success: true, error: null } : result,
    ),
    'A failed test delivery has no error': body('testWebhook', (result) => ({
      ...result,
      error: null,
    })),
  }),
]
