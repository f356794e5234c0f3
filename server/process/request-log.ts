import type { Clock } from '../domain/clock.ts'
import type { AccountId } from '../domain/ids.ts'
import { operationOf } from '../http/access-log.ts'
import type { ReportResponse } from '../http/edge.ts'
import { type ApiRequest, recordRequests } from '../store/api-requests.ts'
import type { Store } from '../store/store.ts'
import { WriteBehind } from '../store/write-behind.ts'

/** Requests of an account in a second that are kept. */
const maxPerSecond = 100

/** Keeps the requests of each account for its portal. A request itself writes nothing: they are written once a second. */
export class RequestLog {
  readonly note: ReportResponse
  readonly #store: Store
  readonly #writeBehind: WriteBehind
  #noted = new Map<AccountId, ApiRequest[]>()

  /** @param onError called when requests cannot be written. They are not kept. */
  constructor(store: Store, clock: Clock, onError: (error: unknown) => void) {
    this.#store = store
    this.#writeBehind = new WriteBehind(() => this.#write(), onError)
    this.note = ({ context, requestId, call, status, milliseconds }) => {
      if (!call) return
      const own = this.#noted.get(call.account) ?? []
      if (own.length === maxPerSecond) return
      own.push({
        requestId,
        key: call.key,
        operation: operationOf(context) ?? '',
        status,
        at: clock(),
        milliseconds: Math.round(milliseconds),
      })
      this.#noted.set(call.account, own)
      this.#writeBehind.schedule()
    }
  }

  save(): Promise<void> {
    return this.#writeBehind.flush()
  }

  async #write(): Promise<void> {
    const noted = this.#noted
    this.#noted = new Map()
    for (const [account, requests] of noted)
      await this.#store.write((transaction) => recordRequests(transaction, account, requests))
  }
}
