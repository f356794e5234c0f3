import type { components } from '../../../generated/types.ts'
import { webhooks } from '../../../generated/webhooks.ts'

type EventDescription = components['schemas']['EventDescription']

/** The events that a subscription can list, as described in the document. */
export const catalog: EventDescription[] = Object.values(webhooks).flatMap((webhook) =>
  'category' in webhook
    ? [{ name: webhook.name, category: webhook.category, description: webhook.fires }]
    : [],
)
