import sql from 'sql-template-tag'
import type { AccountId, WebhookId } from '../../domain/ids.ts'
import { ofAccount } from '../statement.ts'
import type { Reader, Store } from '../store.ts'

type Webhook = { id: WebhookId; url: string }

const isFailure = sql`(status_code is null or status_code not between 200 and 299)`

export const listFailingWebhooks = (reader: Reader, account: AccountId) =>
  reader.all<Webhook>(ofAccount(account)`
    select id, url from webhooks
    join attempts on attempts.account_id = webhooks.account_id and attempts.seq = (
      select max(seq) from attempts where account_id = ${account} and webhook_id = webhooks.id
    )
    where webhooks.account_id = ${account} and active = 1 and ${isFailure}
    order by webhooks.seq`)

/** A subscription whose attempts all fail, and the account to warn. */
export type FailureWarning = Webhook & { account: AccountId; name: string; email: string }

/** Number of attempts in a row that fail before the account is warned. */
const failuresBeforeWarning = 50

/** The least time between two warnings of a subscription, in milliseconds. */
const warningInterval = 86_400_000

/**
 * Records that an account is warned of a subscription.
 * @returns undefined unless the last 50 attempts failed, the account has an address and had no warning for a day.
 */
export const claimWarning = async (
  store: Pick<Store, 'change' | 'first'>,
  account: AccountId,
  webhook: WebhookId,
  now: number,
): Promise<FailureWarning | undefined> => {
  const contact = await store.first<{ name: string; email: string }>(ofAccount(account)`
    select name, email from accounts
    where id = ${account} and email is not null and deactivated_at is null`)
  if (!contact) return undefined
  const [claimed] = await store.change<Webhook>(ofAccount(account)`
    update webhooks set warned_at = ${now}
    where account_id = ${account} and id = ${webhook} and active = 1
      and (warned_at is null or warned_at <= ${now - warningInterval} or warned_at > ${now + warningInterval})
      and ${failuresBeforeWarning} = (
        select count(*) from (
          select status_code from attempts
          where account_id = ${account} and webhook_id = ${webhook}
          order by seq desc limit ${failuresBeforeWarning}
        ) as last where ${isFailure}
      )
    returning id, url`)
  return claimed && { ...contact, ...claimed, account }
}
