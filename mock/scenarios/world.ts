import type { Hono } from 'hono'
import type { Actions } from '../../server/actions/actions.ts'
import type { Env } from '../../server/http/api/env.ts'
import type { RequestBudget } from '../../server/http/rate-limit/request-budget.ts'
import type { Store } from '../../server/store/store.ts'

/** What answers requests now: a new one takes its place when the mock is reset. */
export type World = {
  app: Hono<Env>
  budget: RequestBudget
  /** Its data, if it keeps any, and the accounts in it. */
  data: { store: Store; actions: Actions; account: string; other: string } | undefined
  scenario: string
  stop(): Promise<void>
}
