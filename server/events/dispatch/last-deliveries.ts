import type { Logger } from 'pino'
import type { AccountId, WebhookId } from '../../domain/ids.ts'
import type { Store } from '../../store/store.ts'
import { type LastDelivery, recordLastDeliveries } from '../../store/webhooks.ts'
import { WriteBehind } from '../../store/write-behind.ts'
import { messageOf } from './delivery-error.ts'

/**
 * Records the result of the last delivery of each subscription. A subscription is written at most once a
 * second, all in one transaction. A delivery itself writes nothing.
 */
export class LastDeliveries {
  readonly #store: Pick<Store, 'write'>
  readonly #writeBehind: WriteBehind
  #unsaved = new Map<WebhookId, LastDelivery & { account: AccountId; webhook: WebhookId }>()

  constructor(store: Pick<Store, 'write'>, log: Logger) {
    this.#store = store
    this.#writeBehind = new WriteBehind(
      () => this.#write(),
      (error) =>
        log.warn(
          { reason: messageOf(error) },
          'Results of deliveries could not be written; they are kept and retried',
        ),
    )
  }

  note(account: AccountId, webhook: WebhookId, delivery: LastDelivery): void {
    this.#unsaved.set(webhook, { ...delivery, account, webhook })
    this.#writeBehind.schedule()
  }

  /** Writes the results that are not written yet. */
  save(): Promise<void> {
    return this.#writeBehind.flush()
  }

  async #write(): Promise<void> {
    const unsaved = this.#unsaved
    if (unsaved.size === 0) return
    this.#unsaved = new Map()
    // Every process locks the rows in the same order.
    const deliveries = [...unsaved.keys()].toSorted().flatMap((id) => unsaved.get(id) ?? [])
    try {
      await this.#store.write((transaction) => recordLastDeliveries(transaction, deliveries))
    } catch (error) {
      this.#unsaved = new Map([...unsaved, ...this.#unsaved])
      this.#writeBehind.schedule()
      throw error
    }
  }
}
