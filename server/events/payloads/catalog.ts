import type { components } from '../../../generated/types.ts'
import { webhooks } from '../../../generated/webhooks.ts'

type EventDescription = components['schemas']['EventDescription']

/** The events that can be subscribed to, as the document describes them. */
export const catalog: EventDescription[] = Object.values(webhooks).flatMap((webhook) =>
  'category' in webhook
    ? [{ name: webhook.name, category: webhook.category, description: webhook.fires }]
    : [],
)
