import type { Operations } from '../../generated/operations.ts'
import type { components } from '../../generated/types.ts'
import {
  addSubscription,
  changeSubscription,
  newSubscription,
  removeSubscription,
} from '../actions/subscriptions.ts'
import { catalog, testEvent } from '../deliveries/payloads.ts'
import { type AccountId, toId } from '../domain/ids.ts'
import { isRejection, type Rejection } from '../domain/rejection.ts'
import { newSigningSecret } from '../domain/webhook-signature.ts'
import type { Call } from '../http/call.ts'
import { reject } from '../http/respond.ts'
import {
  findSubscription,
  listSubscriptions,
  type Subscription,
} from '../store/webhooks/webhooks.ts'
import type { Services } from './services.ts'

const unknown: Rejection = { rejected: 'webhook-not-found' }

export const webhookOperations = ({ store, clock, deliverer, seal }: Services) => {
  const change = (
    account: AccountId,
    id: string,
    changes: Partial<Pick<Subscription, 'url' | 'events' | 'active' | 'secret'>>,
  ): Promise<Subscription | Rejection> =>
    changeSubscription(store, account, toId('whk', id), changes, clock())

  return {
    listWebhookEvents: () => ({ status: 200, body: { events: catalog } }),

    async listWebhooks(_, { account }) {
      const subscriptions = await listSubscriptions(store, account)
      return { status: 200, body: { webhooks: subscriptions.map(withoutSecret) } }
    },

    async createWebhook({ body: { url, events } }, { account }) {
      const made = newSubscription({ url, events, secret: newSigningSecret() }, clock())
      if (isRejection(made)) return reject(made)
      const added = await addSubscription(store, account, made, seal.seal)
      return isRejection(added) ? reject(added) : { status: 201, body: withSecret(added) }
    },

    async updateWebhook({ path: { id }, body }, { account }) {
      const after = await change(account, id, body)
      return isRejection(after) ? reject(after) : { status: 200, body: withoutSecret(after) }
    },

    async deleteWebhook({ path: { id } }, { account }) {
      if (!(await removeSubscription(store, account, toId('whk', id)))) return reject(unknown)
      return { status: 200, body: { message: 'Webhook deleted successfully' } }
    },

    async testWebhook({ path: { id } }, { account }) {
      const webhook = toId('whk', id)
      const subscription = await findSubscription(store, account, webhook)
      if (!subscription) return reject(unknown)
      if (!subscription.active) return reject({ rejected: 'webhook-not-active' })
      const body = await deliverer.sendNow(account, webhook, testEvent(clock()))
      return { status: 200, body }
    },

    async rotateWebhookSecret({ path: { id } }, { account }) {
      const secret = newSigningSecret()
      const after = await change(account, id, { secret: seal.seal(secret) })
      if (isRejection(after)) return reject(after)
      return { status: 200, body: { ...withSecret(after), secret } }
    },
  } satisfies Partial<Operations<Call>>
}

type WebhookSubscription = components['schemas']['WebhookSubscription']

function withoutSecret(subscription: Subscription): WebhookSubscription {
  const { secret: _, ...rest } = withSecret(subscription)
  return rest
}

type WithSecret = components['schemas']['WebhookSubscriptionWithSecret']

/** Removes internal fields. Only creation and rotation return the secret (specification §2). */
function withSecret({ canonicalUrl: _, ...subscription }: Subscription): WithSecret {
  return subscription
}
