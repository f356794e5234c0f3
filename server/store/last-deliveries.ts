import type { WebhookName } from '../../generated/webhooks.ts'
import type { AccountId, WebhookId } from '../domain/ids.ts'
import { statement } from './statement.ts'
import type { Reader, Transaction } from './store.ts'

/** The result of a delivery attempt. `at` is its end in milliseconds. */
export type LastDelivery = {
  event: WebhookName
  at: number
  /** The status code of the response. Null without a response. */
  statusCode: number | null
  /** Why there was no response. Null with a response. */
  error: string | null
}

type Recorded = LastDelivery & { account: AccountId; webhook: WebhookId }

const record = statement<Recorded>()((db, slot) =>
  db
    .updateTable('webhooks')
    .set({
      last_delivery_at: slot('at'),
      last_event: slot('event'),
      last_status: slot('statusCode'),
      last_error: slot('error'),
    })
    .where('account_id', '=', slot('account'))
    .where('id', '=', slot('webhook'))
    .where(({ eb, or }) =>
      or([eb('last_delivery_at', 'is', null), eb('last_delivery_at', '<=', slot('at'))]),
    ),
)

/** Records the last deliveries of subscriptions. Keeps a later one that another process recorded. */
export const recordLastDeliveries = async (
  transaction: Transaction,
  deliveries: Iterable<Recorded>,
): Promise<void> => {
  for (const delivery of deliveries) await transaction.run(record, delivery)
}

const ofAccount = statement<{ account: AccountId }>()((db, slot) =>
  db
    .selectFrom('webhooks')
    .where('account_id', '=', slot('account'))
    .where('last_delivery_at', 'is not', null)
    .select([
      'id as webhook',
      'last_delivery_at as at',
      'last_event as event',
      'last_status as statusCode',
      'last_error as error',
    ])
    .$narrowType<{ at: number; event: WebhookName }>(),
)

/** Returns the last delivery of each of an account's subscriptions that has had one. */
export const listLastDeliveries = async (
  reader: Reader,
  account: AccountId,
): Promise<Map<WebhookId, LastDelivery>> =>
  new Map(
    (await reader.all(ofAccount, { account })).map(({ webhook, ...delivery }) => [
      webhook,
      delivery,
    ]),
  )
