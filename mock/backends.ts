import { AsyncLocalStorage } from 'node:async_hooks'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Hono } from 'hono'
import type { Logger } from 'pino'
import type { OperationId, Operations } from '../generated/operations.ts'
import { stubs } from '../generated/stubs.ts'
import type { Actions } from '../server/actions/actions.ts'
import type { Config } from '../server/config.ts'
import { digest, lastFour } from '../server/domain/api-key.ts'
import { timestamp } from '../server/domain/clock.ts'
import { type AccountId, newId } from '../server/domain/ids.ts'
import { createMailer } from '../server/email/mailer.ts'
import type { Call, Env } from '../server/http/env.ts'
import type { RequestBudget } from '../server/http/rate-limit/request-budget.ts'
import { createOperations } from '../server/operations/index.ts'
import { appWithoutStore, compose } from '../server/process/compose.ts'
import {
  deactivateAccount,
  insertAccount,
  insertApiKey,
  revokeApiKey,
} from '../server/store/accounts.ts'
import { openSqliteStore } from '../server/store/sqlite.ts'
import type { Store, Transaction } from '../server/store/store.ts'
import { demoKeys, keyAccounts } from './demo-keys.ts'
import { mountExamplePages } from './example-urls.ts'
import { interceptOperations, rejectWebhookUrl } from './operations.ts'
import type { PrismEngine } from './prism-engine.ts'
import type { Receivers } from './receivers.ts'
import { chooseReply, type RequestContext, type ResponseQueue } from './responses.ts'
import { type Scenario, scenarios } from './scenarios.ts'

/** What a mock does, as its command line says. */
export type Options = {
  /** Whether the mock keeps data. */
  stateful: boolean
  scenario: Scenario
  /** The seed of dynamic responses. */
  seed: string
}

export type BackendParts = Options & {
  config: Config
  log: Logger
  clock: () => number
  queue: ResponseQueue
  /** The engine on the current document. */
  engine: PrismEngine
  receivers: Receivers
}

/** Handles requests. A reset of the mock creates a new backend. */
export type Backend = {
  app: Hono<Env>
  budget: RequestBudget
  /** The database and the account of the demo key, if the mock is stateful. */
  data: { store: Store; actions: Actions; account: AccountId } | undefined
  scenario: string
  /** Creates the app again, on the same data, after the generated code has changed. */
  rebuild(): Promise<Backend>
  stop(): Promise<void>
}

/** The context of the current request. */
export const currentContext = new AsyncLocalStorage<RequestContext>()

/**
 * Wraps operations: each call gets what the request prefers, or what is queued.
 * @param own handles the other calls. Default: the operations.
 */
const mockOperations = (
  operations: Operations<Call>,
  { queue, engine, seed }: BackendParts,
  own?: (id: OperationId, input: unknown) => unknown,
): Operations<Call> =>
  interceptOperations(operations, (id, input, _, next) =>
    chooseReply(id, currentContext.getStore() ?? { preference: {} }, {
      queue,
      find: (wantedId, wanted) => engine.answer(wantedId, wanted, seed),
      own: () => (own ? own(id, input) : next()),
    }),
  )

const accounts = new Map([...keyAccounts].map(([key, account]) => [digest(key), account]))

/** Creates a backend without data: every operation returns the document's example. */
export const createStatelessBackend = (parts: BackendParts): Backend => {
  const { config, log, clock, engine, seed } = parts
  const { app, budget } = appWithoutStore({
    operations: mockOperations(
      stubs,
      parts,
      (id, input) => rejectWebhookUrl(id, input) ?? engine.answer(id, {}, seed),
    ),
    extend: mountExamplePages(engine.document),
    config,
    clock,
    log,
    accountOf: (given) => accounts.get(given),
  })
  return {
    app,
    budget,
    data: undefined,
    scenario: 'examples',
    rebuild: async () => createStatelessBackend(parts),
    stop: async () => {},
  }
}

const addKey = async (
  transaction: Transaction,
  account: AccountId,
  name: keyof typeof demoKeys,
) => {
  const id = newId('key')
  const key = demoKeys[name]
  const createdAt = timestamp(0)
  const parts = { digest: digest(key), lastFour: lastFour(key) }
  await insertApiKey(transaction, { id, account, name, ...parts, createdAt })
  return id
}

const addAccount = async (transaction: Transaction, name: string): Promise<AccountId> => {
  const id = newId('acc')
  await insertAccount(transaction, { id, name, createdAt: timestamp(0) })
  return id
}

/** Fills the database with the accounts of the demo keys. */
const fill = async (transaction: Transaction, scenario: Scenario, now: number) => {
  const account = await scenarios[scenario].fill(transaction, now)
  await addKey(transaction, account, 'demo')
  await addKey(transaction, await scenarios.demo.fill(transaction, now), 'other')
  await addKey(transaction, await addAccount(transaction, 'Empty'), 'empty')
  await revokeApiKey(transaction, await addKey(transaction, account, 'revoked'), timestamp(now))
  const deactivated = await addAccount(transaction, 'Deactivated')
  await addKey(transaction, deactivated, 'deactivated')
  await deactivateAccount(transaction, deactivated, timestamp(now))
  return account
}

/** Sends no emails, but reports success. */
const mailer = createMailer({ name: 'Mock' }, async () => true)

/** Creates a backend that keeps data: the server's operations on a temporary database. */
export const createStatefulBackend = async (
  parts: BackendParts,
  scenario: Scenario,
): Promise<Backend> => {
  const { config, log, clock, receivers } = parts
  const folder = mkdtempSync(join(tmpdir(), 'merch-mock-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  // Removes the folder also when the process exits during start.
  process.once('exit', remove)
  const store = await openSqliteStore(join(folder, 'mock.db'), {
    // Systems delete old files in the folder for temporary files.
    temporary: true,
  })
  const account = await store.write((transaction) => fill(transaction, scenario, clock()))
  const deliverer = receivers.deliverer(store, log)
  const build = (): Backend => {
    const { app, budget, actions, save } = compose({
      config,
      store,
      clock,
      log,
      deliverer,
      mailer,
      strict: true,
      extend: mountExamplePages(parts.engine.document),
      operations: (services) => mockOperations(createOperations(services), parts),
    })
    return {
      app,
      budget,
      data: { store, actions, account },
      scenario,
      rebuild: async () => {
        await save()
        return build()
      },
      stop: async () => {
        await save()
        await store.close()
        process.off('exit', remove)
        remove()
      },
    }
  }
  return build()
}
