import type { Operations } from '../../generated/operations.ts'
import type { Call } from '../../server/http/api/env.ts'
import type { Mutant } from './mutant.ts'

/** Works as the suite's own account, whoever asks. */
const forAnyone = (
  what: string,
  operations: (real: Operations<Call>, owner: Call) => Partial<Operations<Call>>,
): Mutant => ({
  breaks: `another account ${what}`,
  source: '§1: for one authenticated account',
  area: 'accounts',
  operations: (real, { account }) => operations(real, { account }),
})

/** Mutants of the wall between accounts. */
export const accountMutants: Mutant[] = [
  forAnyone('reads an order', (real, owner) => ({
    getOrder: (input) => real.getOrder(input, owner),
  })),
  forAnyone('lists orders', (real, owner) => ({
    listOrders: (input) => real.listOrders(input, owner),
  })),
  forAnyone('cancels an order', (real, owner) => ({
    cancelOrder: (input) => real.cancelOrder(input, owner),
  })),
  forAnyone('orders from a campaign', (real, owner) => ({
    createOrder: (input) => real.createOrder(input, owner),
  })),
  forAnyone('lists campaigns', (real, owner) => ({
    listCampaigns: (input) => real.listCampaigns(input, owner),
  })),
  forAnyone('lists contacts', (real, owner) => ({
    listContacts: (input) => real.listContacts(input, owner),
  })),
  forAnyone('adds a contact', (real, owner) => ({
    createContact: (input) => real.createContact(input, owner),
  })),
  forAnyone('adds an invite', (real, owner) => ({
    createInvite: (input) => real.createInvite(input, owner),
  })),
  forAnyone('sees stock', (real, owner) => ({
    listInventory: (input) => real.listInventory(input, owner),
  })),
  forAnyone('lists subscriptions', (real, owner) => ({
    listWebhooks: (input) => real.listWebhooks(input, owner),
  })),
  forAnyone('changes a subscription', (real, owner) => ({
    updateWebhook: (input) => real.updateWebhook(input, owner),
  })),
  forAnyone('deletes a subscription', (real, owner) => ({
    deleteWebhook: (input) => real.deleteWebhook(input, owner),
  })),
  forAnyone('tests a subscription', (real, owner) => ({
    testWebhook: (input) => real.testWebhook(input, owner),
  })),
  forAnyone('rotates a secret', (real, owner) => ({
    rotateWebhookSecret: (input) => real.rotateWebhookSecret(input, owner),
  })),
  forAnyone('may not subscribe a URL that is taken here', (real, owner) => ({
    createWebhook: (input) => real.createWebhook(input, owner),
  })),
  forAnyone('is told this account’s id', (real, owner) => ({
    checkAuth: (input) => real.checkAuth(input, owner),
  })),
]

/** Mutants that take several steps to see. */
export const modelMutants: Mutant[] = [
  {
    breaks: 'a subscription that was rotated is active again',
    source: '§3',
    area: 'model',
    operations: (real) => ({
      rotateWebhookSecret: async (input, call) => {
        const answer = await real.rotateWebhookSecret(input, call)
        if (answer.status === 200)
          await real.updateWebhook({ ...input, body: { active: true } }, call)
        return answer
      },
    }),
  },
  {
    breaks: 'the fourth order takes no stock',
    source: 'design decision 54: an order allocates',
    area: 'model',
    operations: (real) => {
      let orders = 0
      return {
        createOrder: async (input, call) => {
          const answer = await real.createOrder(input, call)
          if (answer.status === 201 && ++orders % 4 === 0) {
            await real.cancelOrder({ body: { orderId: answer.body.id } }, call)
          }
          return answer
        },
      }
    },
  },
  {
    breaks: 'a subscription that moves keeps its old URL taken',
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
          const answer = await real.updateWebhook(input, call)
          if (answer.status === 200 && before && before.url !== answer.body.url)
            taken.add(before.url)
          return answer
        },
      }
    },
  },
]
