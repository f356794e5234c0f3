import { type OperationId, operationIds } from '../../generated/operations.ts'
import { operation } from './change-operation.ts'
import { type Change, mutantsOf } from './mutant.ts'

/** Operations whose responses are the same for every account with demo data. */
const sameForAll = /^(checkAuth.+|listProducts|listWebhookEvents)$/

/** Runs an operation as the suite's own account, whatever the key. */
const asOwner = <Id extends OperationId>(id: Id): Change =>
  operation(id, (input, _, real, { account }) => real[id](input, { account }))

/** Mutants of the separation of accounts. */
export const accountMutants = mutantsOf(
  'accounts',
  '§1: for one authenticated account',
  Object.fromEntries(
    operationIds
      .filter((id) => !sameForAll.test(id))
      .map((id) => [`With another account's key, ${id} uses this account`, asOwner(id)]),
  ),
)

/** Mutants that only a sequence of operations detects. */
export const modelMutants = [
  ...mutantsOf('model', '§3', {
    'Rotating the secret reactivates an inactive subscription': operation(
      'rotateWebhookSecret',
      async (input, call, real) => {
        const reply = await real.rotateWebhookSecret(input, call)
        if (reply.status === 200)
          await real.updateWebhook({ ...input, body: { active: true } }, call)
        return reply
      },
    ),
  }),
  ...mutantsOf('model', 'design decision 54: an order allocates', {
    'Every fourth order is created but its stock is released': {
      operations: (real) => {
        let orders = 0
        return {
          createOrder: async (input, call) => {
            const reply = await real.createOrder(input, call)
            if (reply.status === 201 && ++orders % 4 === 0)
              await real.cancelOrder({ body: { orderId: reply.body.id } }, call)
            return reply
          },
        }
      },
    },
  }),
  ...mutantsOf('model', '§2', {
    'A subscription that changes its URL still blocks the old URL': {
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
            if (reply.status === 200 && before && before.url !== reply.body.url)
              taken.add(before.url)
            return reply
          },
        }
      },
    },
  }),
]
