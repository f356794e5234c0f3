import type { Calls } from '../calls.ts'
import { pathId } from '../path-id.ts'
import type { CallOptions, Schemas } from '../types.ts'

type Subscription = Schemas['WebhookSubscription']
type WithSecret = Schemas['WebhookSubscriptionWithSecret']

export const webhookCalls = ({ transport, read, write }: Calls) => {
  const to = (id: string) => ({ params: { path: { id: pathId(id) } } })

  return {
    /** The events that can be subscribed to. */
    events: (options: CallOptions = {}): Promise<Schemas['EventCatalog']> =>
      read('listWebhookEvents', options, (init) => transport.GET('/v1/webhooks/events', init)),

    /** Every subscription, active or not, without its secret. */
    list: (options: CallOptions = {}): Promise<Schemas['WebhookList']> =>
      read('listWebhooks', options, (init) => transport.GET('/v1/webhooks', init)),

    /** Subscribes. The answer has the secret, which is shown this once. */
    create: (body: Schemas['WebhookCreate'], options: CallOptions = {}): Promise<WithSecret> =>
      write('createWebhook', options, (init) => transport.POST('/v1/webhooks', { body, ...init })),

    /** Changes what is given, and nothing else. */
    update: (
      id: string,
      body: Schemas['WebhookUpdate'],
      options: CallOptions = {},
    ): Promise<Subscription> =>
      write('updateWebhook', options, (init) =>
        transport.PUT('/v1/webhooks/{id}', { ...to(id), body, ...init }),
      ),

    /** Deletes a subscription for good. */
    delete: (id: string, options: CallOptions = {}): Promise<Schemas['Message']> =>
      write('deleteWebhook', options, (init) =>
        transport.DELETE('/v1/webhooks/{id}', { ...to(id), ...init }),
      ),

    /** Sends one `webhook.test` to an active subscription, and tells what came of it. */
    test: (id: string, options: CallOptions = {}): Promise<Schemas['WebhookTestResult']> =>
      write('testWebhook', options, (init) =>
        transport.POST('/v1/webhooks/{id}/test', { ...to(id), ...init }),
      ),

    /** Replaces the secret; the old one is invalid at once. */
    rotateSecret: (id: string, options: CallOptions = {}): Promise<WithSecret> =>
      write('rotateWebhookSecret', options, (init) =>
        transport.POST('/v1/webhooks/{id}/rotate-secret', { ...to(id), ...init }),
      ),
  }
}

/** Subscriptions to events. What is delivered is verified by `merch-fulfillment-client/webhooks`. */
export type Webhooks = ReturnType<typeof webhookCalls>
