import type { Logger } from 'pino'
import type { Operations } from '../generated/operations.ts'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import type { Clock } from './domain/clock.ts'
import type { Mailer } from './email/mailer.ts'
import { authenticateWith } from './http/auth.ts'
import { clientAddress } from './http/client-address.ts'
import type { Call } from './http/env.ts'
import { faultReporter } from './http/report-fault.ts'
import { RequestBudget } from './http/request-budget.ts'
import { createOperations } from './operations/index.ts'
import type { Services } from './operations/services.ts'
import { drawPicture } from './pictures/draw.ts'
import { portal } from './portal/mount.ts'
import { readDocs } from './read-docs.ts'
import { readTexts } from './read-texts.ts'
import { redemption } from './redemption/mount.ts'
import { hasNoAccount } from './store/accounts.ts'
import { accountOfKey } from './store/api-keys.ts'
import { logRequests, requestsOf } from './store/request-log.ts'
import type { Store } from './store/store.ts'
import type { Deliverer } from './webhooks/deliverer.ts'
import { noSeal, type Seal } from './webhooks/sealed-secret.ts'

export type Parts = {
  config: Config
  store: Store
  clock: Clock
  log: Logger
  deliverer: Deliverer
  mailer: Mailer
  /** How signing secrets are kept; as they are, if nothing is said. */
  seal?: Seal
  /** Whether a reply with a field that the contract does not name is an error, rather than cut down. */
  strict: boolean
  /** The operations, if they are not to be the real ones. */
  operations?: (services: Services) => Operations<Call>
}

/** Puts the server together; it is not listening yet, and the budget's log is the caller's to save. */
export const compose = (
  parts: Parts,
): { app: ReturnType<typeof buildApp>; budget: RequestBudget } => {
  const { config, store, clock, log, deliverer, mailer, strict } = parts
  const { operations = createOperations, seal = noSeal } = parts
  const budget = new RequestBudget({
    limit: config.budget,
    windowSeconds: config.windowSeconds,
    clock,
    log: {
      requestsOf: (address, after) => requestsOf(store, address, after),
      logRequests: (counted, until) => logRequests(store, counted, until),
    },
    onError: (error) => log.error(error, 'the request log cannot be written'),
  })
  const { redeemUrl, cdnUrl } = config
  const addressOf = clientAddress(config.trustedProxies)
  const onRequest = () => store.freshen()
  const onFault = faultReporter(log, config.trustedProxies)
  const app = buildApp({
    operations: operations({ store, clock, deliverer, mailer, seal, redeemUrl, cdnUrl }),
    strict,
    onRequest,
    budget,
    authenticate: authenticateWith((digest) => accountOfKey(store, digest)),
    clientAddress: addressOf,
    onFault,
    sites: [
      redemption({ store, clock, deliverer, redeemUrl, cdnUrl, onRequest, onFault }),
      portal({
        store,
        clock,
        mailer,
        clientAddress: addressOf,
        budgetOf: (address) => budget.look(address),
        windowSeconds: config.windowSeconds,
        baseUrl: config.baseUrl,
        onRequest,
        onFault,
      }),
    ],
    pages: {
      texts: readTexts(),
      docs: readDocs(),
      ready: () =>
        hasNoAccount(store).then(
          () => true,
          () => false,
        ),
      picture: drawPicture,
    },
  })
  return { app, budget }
}
