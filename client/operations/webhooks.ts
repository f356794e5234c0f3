import type { Calls } from '../calls.ts'
import { pathId } from '../path-id.ts'
import type { CallOptions, Schemas } from '../types.ts'

type Subscription = Schemas['WebhookSubscription']
type WithSecret = Schemas['WebhookSubscriptionWithSecret']

export const webhookCalls = ({ transport, read, write }: Calls) => {
  const to = (id: string) => ({ params: { path: { id: pathId(id) } } })

  return {
    /** Returns the events that a webhook can subscribe to. */
    events: (options: CallOptions = {}): Promise<Schemas['EventCatalog']> =>
      read('listWebhookEvents', options, (init) => transport.GET('/v1/webhooks/events', init)),

    /** Returns all subscriptions, active and inactive, without their secrets. */
    list: (options: CallOptions = {}): Promise<Schemas['WebhookList']> =>
      read('listWebhooks', options, (init) => transport.GET('/v1/webhooks', init)),

    /** Creates a subscription. Only this response contains the secret. */
    create: (body: Schemas['WebhookCreate'], options: CallOptions = {}): Promise<WithSecret> =>
      write('createWebhook', options, (init) => transport.POST('/v1/webhooks', { body, ...init })),

    /** Updates the given fields of a subscription. */
    update: (
      id: string,
      body: Schemas['WebhookUpdate'],
      options: CallOptions = {},
    ): Promise<Subscription> =>
      write('updateWebhook', options, (init) =>
        transport.PUT('/v1/webhooks/{id}', { ...to(id), body, ...init }),
      ),

    /** Deletes a subscription permanently. */
    delete: (id: string, options: CallOptions = {}): Promise<Schemas['Message']> =>
      write('deleteWebhook', options, (init) =>
        transport.DELETE('/v1/webhooks/{id}', { ...to(id), ...init }),
      ),

    /** Sends one `webhook.test` to an active subscription and returns the result of the delivery. */
    test: (id: string, options: CallOptions = {}): Promise<Schemas['WebhookTestResult']> =>
      write('testWebhook', options, (init) =>
        transport.POST('/v1/webhooks/{id}/test', { ...to(id), ...init }),
      ),

    /** Replaces the secret. The previous one is invalid at once. */
    rotateSecret: (id: string, options: CallOptions = {}): Promise<WithSecret> =>
      write('rotateWebhookSecret', options, (init) =>
        transport.POST('/v1/webhooks/{id}/rotate-secret', { ...to(id), ...init }),
      ),
  }
}

/** Webhook subscriptions. Verify deliveries with `merch-fulfillment-client/webhooks`. */
export type Webhooks = ReturnType<typeof webhookCalls>
