import type { Logger } from 'pino'
import type { WebhookId } from '../../domain/ids.ts'

/** A failed delivery: the status code of its response, or the reason why there is none. */
export type Failure = { webhook: WebhookId; event: string } & (
  | { status: number }
  | { reason: string }
)

const periodMilliseconds = 1000

/**
 * Logs failed deliveries: the first of its kind at once, then once a second the number of the others. So a
 * subscriber that rejects every delivery does not fill the log.
 */
export class FailureLog {
  readonly #log: Logger
  /** Failures that are not logged yet, by kind. */
  readonly #counts = new Map<string, { failure: Failure; deliveries: number }>()
  #timer: NodeJS.Timeout | undefined

  constructor(log: Logger) {
    this.#log = log
  }

  note(failure: Failure): void {
    const why = 'status' in failure ? failure.status : failure.reason
    const kind = `${failure.webhook} ${failure.event} ${why}`
    const known = this.#counts.get(kind)
    if (known) known.deliveries++
    else {
      this.#counts.set(kind, { failure, deliveries: 0 })
      this.#write(failure, 1)
    }
    this.#timer ??= setTimeout(() => this.flush(), periodMilliseconds).unref()
  }

  /** Logs the failures that are not logged yet. */
  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    for (const { failure, deliveries } of this.#counts.values())
      if (deliveries > 0) this.#write(failure, deliveries)
    this.#counts.clear()
  }

  #write(failure: Failure, deliveries: number): void {
    this.#log.warn({ ...failure, deliveries }, 'Deliveries failed and are dropped')
  }
}
