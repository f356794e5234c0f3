import type { Operations } from '../../generated/operations.ts'
import type { Call } from '../../server/http/api/env.ts'
import type { Mutant } from './mutant.ts'

/** Runs operations as the suite's own account, whatever the key. */
const forAnyone = (
  what: string,
  operations: (real: Operations<Call>, owner: Call) => Partial<Operations<Call>>,
): Mutant => ({
  breaks: `Another account ${what}`,
  source: '§1: for one authenticated account',
  area: 'accounts',
  operations: (real, { account }) => operations(real, { account }),
})

/** Mutants of the separation of accounts. */
export const accountMutants: Mutant[] = [
  forAnyone('can read an order', (real, owner) => ({
    getOrder: (input) => real.getOrder(input, owner),
  })),
  forAnyone('can list the orders', (real, owner) => ({
    listOrders: (input) => real.listOrders(input, owner),
  })),
  forAnyone('can cancel an order', (real, owner) => ({
    cancelOrder: (input) => real.cancelOrder(input, owner),
  })),
  forAnyone('can order from a campaign', (real, owner) => ({
    createOrder: (input) => real.createOrder(input, owner),
  })),
  forAnyone('can list the campaigns', (real, owner) => ({
    listCampaigns: (input) => real.listCampaigns(input, owner),
  })),
  forAnyone('can list the contacts', (real, owner) => ({
    listContacts: (input) => real.listContacts(input, owner),
  })),
  forAnyone('can add a contact', (real, owner) => ({
    createContact: (input) => real.createContact(input, owner),
  })),
  forAnyone('can add an invite', (real, owner) => ({
    createInvite: (input) => real.createInvite(input, owner),
  })),
  forAnyone('can see the stock', (real, owner) => ({
    listInventory: (input) => real.listInventory(input, owner),
  })),
  forAnyone('can list the subscriptions', (real, owner) => ({
    listWebhooks: (input) => real.listWebhooks(input, owner),
  })),
  forAnyone('can change a subscription', (real, owner) => ({
    updateWebhook: (input) => real.updateWebhook(input, owner),
  })),
  forAnyone('can delete a subscription', (real, owner) => ({
    deleteWebhook: (input) => real.deleteWebhook(input, owner),
  })),
  forAnyone('can test a subscription', (real, owner) => ({
    testWebhook: (input) => real.testWebhook(input, owner),
  })),
  forAnyone('can rotate a secret', (real, owner) => ({
    rotateWebhookSecret: (input) => real.rotateWebhookSecret(input, owner),
  })),
  forAnyone('cannot subscribe a URL that this account has subscribed', (real, owner) => ({
    createWebhook: (input) => real.createWebhook(input, owner),
  })),
  forAnyone('gets this account’s id from /v1/auth', (real, owner) => ({
    checkAuth: (input) => real.checkAuth(input, owner),
  })),
]

/** Mutants that only a sequence of operations detects. */
export const modelMutants: Mutant[] = [
  {
    breaks: 'Rotating the secret reactivates an inactive subscription',
    source: '§3',
    area: 'model',
    operations: (real) => ({
      rotateWebhookSecret: async (input, call) => {
        const reply = await real.rotateWebhookSecret(input, call)
        if (reply.status === 200)
          await real.updateWebhook({ ...input, body: { active: true } }, call)
        return reply
      },
    }),
  },
  {
    breaks: 'Every fourth order is created but its stock is released',
    source: 'design decision 54: an order allocates',
    area: 'model',
    operations: (real) => {
      let orders = 0
      return {
        createOrder: async (input, call) => {
          const reply = await real.createOrder(input, call)
          if (reply.status === 201 && ++orders % 4 === 0) {
            await real.cancelOrder({ body: { orderId: reply.body.id } }, call)
          }
          return reply
        },
      }
    },
  },
  {
    breaks: 'A subscription that changes its URL still blocks the old URL',
    source: '§2',
    area: 'model',
    operations: (real) => {
      const taken = new Set<string>()
      return {
        createWebhook: async (input, call) => {
          if (taken.has(input.body.url))
            return { status: 400, body: { message: 'A webhook with this URL already exists' } }
          return real.createWebhook(input, call)
        },
        updateWebhook: async (input, call) => {
          const list = await real.listWebhooks({}, call)
          const before =
            list.status === 200 && list.body.webhooks.find(({ id }) => id === input.path.id)
          const reply = await real.updateWebhook(input, call)
          if (reply.status === 200 && before && before.url !== reply.body.url) taken.add(before.url)
          return reply
        },
      }
    },
  },
]
