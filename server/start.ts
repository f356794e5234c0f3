import { existsSync, readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import { seedDemo } from './demo/seed.ts'
import { systemClock } from './domain/clock.ts'
import { noMail } from './email/no-mail.ts'
import { authenticateWith } from './http/auth.ts'
import { clientAddress } from './http/client-address.ts'
import { RequestBudget } from './http/request-budget.ts'
import { createHttpServer, listen } from './listen.ts'
import { createOperations } from './operations/index.ts'
import { hasNoAccount } from './store/accounts.ts'
import { accountOfKey } from './store/api-keys.ts'
import { logRequests, requestsOf } from './store/request-log.ts'
import { openSqliteStore } from './store/sqlite-store.ts'
import type { Store } from './store/store.ts'
import { issueKey } from './transactions/issue-key.ts'
import { noDeliveries } from './webhooks/no-deliveries.ts'

const file = (relative: string) => fileURLToPath(new URL(`../${relative}`, import.meta.url))

/** Fills an empty database with demo data; answers with its key, or nothing if it was not empty. */
const seedIfEmpty = async (store: Store): Promise<string | undefined> => {
  if (!(await hasNoAccount(store))) return undefined
  const now = systemClock()
  return store.write(async (transaction) =>
    issueKey(transaction, await seedDemo(transaction, now), 'demo', now),
  )
}

/** A server that is listening. */
export type Running = {
  server: Server
  port: number
  demoKey: string | undefined
  /** Stops accepting, finishes what was accepted and closes the store. */
  stop(): Promise<void>
}

/** Opens the store, builds the app and listens. */
export const start = async (config: Config, log: Logger): Promise<Running> => {
  const store = await openSqliteStore(config.databaseFile)
  const demoKey = config.seedDemo ? await seedIfEmpty(store) : undefined
  const budget = new RequestBudget({
    limit: config.budget,
    windowSeconds: config.windowSeconds,
    clock: systemClock,
    log: {
      requestsOf: (address, after) => requestsOf(store, address, after),
      logRequests: (counted, until) => logRequests(store, counted, until),
    },
    onError: (error) => log.error(error, 'the request log cannot be written'),
  })
  const docs = file('dist/docs.html')
  const app = buildApp({
    operations: createOperations({
      store,
      clock: systemClock,
      deliverer: noDeliveries(log),
      mailer: noMail(log),
      redeemUrl: config.redeemUrl,
      cdnUrl: config.cdnUrl,
    }),
    strict: false,
    budget,
    authenticate: authenticateWith((digest) => accountOfKey(store, digest)),
    clientAddress: clientAddress(config.trustedProxies),
    onFault: ({ req }, error) =>
      log.error({ err: error, method: req.method, path: req.path }, 'a request failed'),
    pages: {
      openapi: readFileSync(file('generated/openapi.json'), 'utf8'),
      docs: existsSync(docs) ? readFileSync(docs, 'utf8') : undefined,
      ready: async () => {
        await hasNoAccount(store)
        return true
      },
    },
  })
  const server = createHttpServer(app)
  const port = await listen(server, config.port, config.host)
  return {
    server,
    port,
    demoKey,
    stop: async () => {
      await new Promise((closed) => {
        server.close(closed)
        server.closeIdleConnections()
      })
      await budget.save()
      await store.close()
    },
  }
}
