import { WebhookCreate } from '../../../../generated/schemas.ts'
import type { components } from '../../../../generated/types.ts'
import { webhooks } from '../../../../generated/webhooks.ts'
import { refusalText } from '../../../domain/refusal.ts'
import { canonicalWebhookUrl } from '../../../domain/webhook-url.ts'

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

/** Returns the error message of a URL, if deliveries to it are not allowed. */
const urlError = (url: string, ofDocument: string | undefined): string | undefined => {
  if (url === '') return 'Enter a URL'
  if (ofDocument !== undefined) return ofDocument
  return canonicalWebhookUrl(url) === undefined
    ? refusalText({ refused: 'webhook-url' })
    : undefined
}

/** Trims the URL and validates the values against the document and the rules, with the API's messages. */
export const readSubscription = (
  typed: SubscriptionInput,
):
  | { subscription: components['schemas']['WebhookCreate']; errors?: undefined }
  | { errors: FieldError[]; subscription?: undefined } => {
  const url = typed.url.trim()
  const { data, error } = WebhookCreate.safeParse({ url, events: typed.events })
  const reasons = error?.flatten().fieldErrors
  const rejected = urlError(url, reasons?.url?.[0])
  if (data && rejected === undefined) return { subscription: data }
  const errors: FieldError[] = []
  if (rejected !== undefined) errors.push({ name: 'url', error: rejected })
  if (reasons?.events) errors.push({ name: 'events', error: 'Choose at least one event' })
  return { errors }
}
