import type { AccountId, WebhookId } from '../../../server/domain/ids.ts'
import type { RecordedAttempt } from '../../../server/store/webhooks/attempts.ts'

/** Returns an attempt of a delivery to a webhook, which failed with the status code 500 unless another result is given. */
export const recordedAttempt = (
  account: AccountId,
  webhook: WebhookId,
  more: Partial<RecordedAttempt> = {},
): RecordedAttempt => ({
  account,
  webhook,
  event: 'order.shipped',
  subject: '',
  at: 0,
  milliseconds: 1,
  statusCode: 500,
  error: null,
  response: '',
  ...more,
})
