import { WebhookCreate } from '../../../../generated/schemas.ts'
import type { components } from '../../../../generated/types.ts'
import { webhooks } from '../../../../generated/webhooks.ts'

type EventName = components['schemas']['EventName']

/** The events that a subscription can list, by name, with their descriptions. */
export const eventTexts: ReadonlyMap<EventName, string> = new Map(
  Object.values(webhooks).flatMap((webhook) =>
    'category' in webhook ? [[webhook.name, webhook.summary] as const] : [],
  ),
)

/** The values as typed. */
export type SubscriptionInput = { url: string; events: readonly EventName[] }

/** The error message of a field. */
export type FieldError = { name: 'url' | 'events'; error: string }

/** Trims the URL and validates the values against the document, with its messages. */
export const readSubscription = ({
  url,
  events,
}: SubscriptionInput):
  | { subscription: components['schemas']['WebhookCreate']; errors?: undefined }
  | { errors: FieldError[]; subscription?: undefined } => {
  const { data, error } = WebhookCreate.safeParse({ url: url.trim(), events })
  if (data) return { subscription: data }
  const { url: ofUrl, events: ofEvents } = error.flatten().fieldErrors
  return {
    errors: [
      ...(ofUrl
        ? [{ name: 'url' as const, error: url.trim() === '' ? 'Enter a URL' : `${ofUrl[0]}` }]
        : []),
      ...(ofEvents ? [{ name: 'events' as const, error: 'Choose at least one event' }] : []),
    ],
  }
}
