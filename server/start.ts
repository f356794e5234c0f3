import type { Server } from 'node:http'
import type { Logger } from 'pino'
import { compose } from './compose.ts'
import type { Config } from './config.ts'
import { seedDemo } from './demo/seed.ts'
import { systemClock } from './domain/clock.ts'
import { noMail } from './email/no-mail.ts'
import { createHttpServer, listen } from './listen.ts'
import { hasNoAccount } from './store/accounts.ts'
import { openSqliteStore } from './store/sqlite-store.ts'
import type { Store } from './store/store.ts'
import { issueKey } from './transactions/issue-key.ts'
import { createDispatcher } from './webhooks/dispatcher.ts'
import { noNetwork } from './webhooks/no-network.ts'

/** Fills an empty database with demo data; answers with its key, or nothing if it was not empty. */
const seedIfEmpty = async (store: Store): Promise<string | undefined> => {
  if (!(await hasNoAccount(store))) return undefined
  const now = systemClock()
  return store.write(async (transaction) =>
    issueKey(transaction, await seedDemo(transaction, now), 'demo', now),
  )
}

const close = (server: Server): Promise<void> =>
  new Promise((closed) => {
    server.close(() => closed())
    server.closeIdleConnections()
  })

/** A server that is listening. */
export type Running = {
  port: number
  /** The demo account's key, if an empty database was just filled. */
  demoKey: string | undefined
  /** Stops accepting, finishes what was accepted, writes what is not yet written, closes the store. */
  stop(): Promise<void>
}

/** Opens the store, fills it if it is empty and should be, and listens. */
export const start = async (config: Config, log: Logger): Promise<Running> => {
  const store = await openSqliteStore(config.databaseFile)
  const demoKey = config.seedDemo ? await seedIfEmpty(store) : undefined
  const deliverer = createDispatcher({ store, clock: systemClock, log, send: noNetwork })
  const { app, budget } = compose({
    config,
    store,
    clock: systemClock,
    log,
    deliverer,
    mailer: noMail(log),
    strict: false,
  })
  const server = createHttpServer(app, log)
  const port = await listen(server, config.port, config.host)
  return {
    port,
    demoKey,
    stop: async () => {
      await close(server)
      await deliverer.settled()
      await budget.save()
      await store.close()
    },
  }
}
