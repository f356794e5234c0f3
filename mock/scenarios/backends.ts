import type { Hono } from 'hono'
import type { Actions } from '../../server/actions/actions.ts'
import type { AccountId } from '../../server/domain/ids.ts'
import type { Env } from '../../server/http/env.ts'
import type { RequestBudget } from '../../server/http/rate-limit/request-budget.ts'
import type { Store } from '../../server/store/store.ts'
import type { Fetch } from '../with-preferences.ts'

/** Handles requests. A reset of the mock creates a new backend. */
export type Backend = {
  app: Hono<Env>
  budget: RequestBudget
  /** The database and its accounts, if the mock is stateful. */
  data: { store: Store; actions: Actions; account: AccountId; other: AccountId } | undefined
  scenario: string
  /** Creates the app again, on the same data, after the generated code has changed. */
  rebuild(): Promise<Backend>
  stop(): Promise<void>
}

/** A backend with the number of its pending requests. */
type InUse = { backend: Backend; pending: number; whenIdle: (() => void) | undefined }

const inUse = (backend: Backend): InUse => ({ backend, pending: 0, whenIdle: undefined })

/** Holds the current backend, and previous ones until their requests are done. */
export class Backends {
  #current: InUse
  #replacing: Promise<void> = Promise.resolve()
  readonly #retiring = new Set<Promise<void>>()

  constructor(first: Backend) {
    this.#current = inUse(first)
  }

  get current(): Backend {
    return this.#current.backend
  }

  /** Handles a request with the current backend, even if it is replaced meanwhile. */
  readonly fetch: Fetch = async (request, ...rest) => {
    const mine = this.#current
    mine.pending++
    try {
      return await mine.backend.app.fetch(request, ...rest)
    } finally {
      if (--mine.pending === 0) mine.whenIdle?.()
    }
  }

  /** Replaces the current backend. Replacements run one after the other. */
  replace(make: () => Promise<Backend>): Promise<void> {
    return this.#enqueue(async () => {
      const backend = await make()
      const before = this.#current
      this.#current = inUse(backend)
      this.#retire(before)
    })
  }

  /** Rebuilds the current backend. It keeps its data. */
  rebuild(): Promise<void> {
    return this.#enqueue(async () => {
      this.#current.backend = await this.#current.backend.rebuild()
    })
  }

  #enqueue(change: () => Promise<void>): Promise<void> {
    const replaced = this.#replacing.then(change)
    this.#replacing = replaced.catch(() => {})
    return replaced
  }

  /** Stops all backends. */
  async stop(): Promise<void> {
    await this.#replacing
    this.#retire(this.#current)
    await Promise.all(this.#retiring)
  }

  #retire(before: InUse): void {
    const idle =
      before.pending === 0
        ? Promise.resolve()
        : new Promise<void>((resolve) => {
            before.whenIdle = resolve
          })
    const stopped = idle
      .then(() => before.backend.stop())
      .finally(() => this.#retiring.delete(stopped))
    this.#retiring.add(stopped)
  }
}
