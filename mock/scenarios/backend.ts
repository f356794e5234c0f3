import type { Hono } from 'hono'
import type { Actions } from '../../server/actions/actions.ts'
import type { AccountId } from '../../server/domain/ids.ts'
import type { Env } from '../../server/http/kit/env.ts'
import type { RequestBudget } from '../../server/http/rate-limit/request-budget.ts'
import type { Store } from '../../server/store/store.ts'

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
