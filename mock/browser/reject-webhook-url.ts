import { z } from 'zod'
import type { OperationId } from '../../generated/operations.ts'
import { canonicalWebhookUrl } from '../../server/domain/webhook-url.ts'
import { reject } from '../../server/http/respond.ts'
import type { MockReply } from './preferred-status.ts'

const WithUrl = z.object({ body: z.object({ url: z.string() }) })

const operations: ReadonlySet<OperationId> = new Set(['createWebhook', 'updateWebhook'])

/**
 * Returns the 400 for a webhook URL that the service does not deliver to (specification §4), or
 * undefined. The document cannot express this rule, so validation does not apply it.
 */
export const rejectWebhookUrl = (
  operationId: OperationId,
  input: unknown,
): MockReply | undefined => {
  if (!operations.has(operationId)) return undefined
  const { data } = WithUrl.safeParse(input)
  if (!data || canonicalWebhookUrl(data.body.url) !== undefined) return undefined
  return { ...reject({ rejected: 'webhook-url' }), contentType: 'application/json' }
}
