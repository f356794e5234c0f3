import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../server/config.ts'
import { digest, lastFour } from '../server/domain/api-key.ts'
import { timestamp } from '../server/domain/clock.ts'
import { type AccountId, newId } from '../server/domain/ids.ts'
import type { Mailer } from '../server/email/mailer.ts'
import type { Deliverer } from '../server/events/dispatch/deliverer.ts'
import { createOperations } from '../server/operations/index.ts'
import { compose } from '../server/process/compose.ts'
import { storeLog } from '../server/process/log.ts'
import { deactivateAccount, insertAccount } from '../server/store/accounts.ts'
import { insertApiKey, revokeApiKey } from '../server/store/api-keys.ts'
import { openSqliteStore } from '../server/store/sqlite/sqlite-store.ts'
import type { Store, Transaction } from '../server/store/store.ts'
import type { Controls } from './controls.ts'
import { demoKeys } from './demo-keys.ts'
import { mockInterceptor } from './mock-interceptor.ts'
import { mockOperations } from './mock-operations.ts'
import type { PrismEngine } from './prism-engine.ts'
import type { Backend } from './scenarios/backends.ts'
import { type Scenario, scenarios } from './scenarios/scenarios.ts'
import { validatedByPrism } from './validated-by-prism.ts'

type Parts = {
  config: Config
  log: Logger
  controls: Controls
  engine: PrismEngine
  seed: string
  mailer: Mailer
  deliverer: (store: Store) => Deliverer
}

const addKey = (transaction: Transaction, account: AccountId, name: keyof typeof demoKeys) => {
  const key = demoKeys[name]
  const id = newId('key')
  const createdAt = timestamp(0)
  insertApiKey(transaction, {
    id,
    account,
    name,
    digest: digest(key),
    lastFour: lastFour(key),
    createdAt,
  })
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
  const other = await scenarios.demo.fill(transaction, now)
  await addKey(transaction, account, 'demo')
  await addKey(transaction, other, 'other')
  await addKey(transaction, await addAccount(transaction, 'Empty'), 'empty')
  await revokeApiKey(transaction, await addKey(transaction, account, 'revoked'), timestamp(now))
  const deactivated = await addAccount(transaction, 'Deactivated')
  await addKey(transaction, deactivated, 'deactivated')
  await deactivateAccount(transaction, deactivated, timestamp(now))
  return { account, other }
}

/**
 * Creates a backend that keeps data: the server's operations on a temporary database. Prism validates
 * every request and reply.
 */
export const createStatefulBackend = async (
  { config, log, controls, engine, seed, mailer, deliverer }: Parts,
  scenario: Scenario,
): Promise<Backend> => {
  const folder = mkdtempSync(join(tmpdir(), 'merch-mock-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  // Removes the folder also when the process exits during start.
  process.once('exit', remove)
  const store = await openSqliteStore(join(folder, 'mock.db'), {
    observer: storeLog(log),
    // Systems delete old files in the folder for temporary files.
    temporary: true,
  })
  const { clock } = controls
  const accounts = await store.write((transaction) => fill(transaction, scenario, clock()))
  const delivering = deliverer(store)
  const build = (): Backend => {
    const { app, budget, actions, save } = compose({
      config,
      store,
      clock,
      log,
      deliverer: delivering,
      mailer,
      strict: true,
      operations: (services) =>
        mockOperations(
          createOperations(services),
          mockInterceptor({ controls, engine, seed, fallback: validatedByPrism(engine) }),
        ),
    })
    return {
      app,
      budget,
      data: { store, actions, ...accounts },
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
