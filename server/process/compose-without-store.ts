import type { Logger } from 'pino'
import type { Operations } from '../../generated/operations.ts'
import type { Config } from '../config.ts'
import { drawPicture } from '../demo/draw-picture.ts'
import type { Clock } from '../domain/clock.ts'
import type { AccountId } from '../domain/ids.ts'
import { faultReporter } from '../http/access-log.ts'
import { buildApp, type ExtendApp } from '../http/app.ts'
import { authenticateWith } from '../http/auth.ts'
import { clientAddress } from '../http/client-address.ts'
import type { Call } from '../http/env.ts'
import { memoryRequestLog } from '../http/rate-limit/budget-sync.ts'
import { RequestBudget } from '../http/rate-limit/request-budget.ts'
import { textHandlers } from '../http/static-text.ts'
import { docsReader, textReaders } from './texts.ts'

type Parts = {
  operations: Operations<Call>
  /** Registers middleware and routes of your own. */
  extend?: ExtendApp | undefined
  config: Config
  clock: Clock
  log: Logger
  /** The account of a key's digest. */
  accountOf: (digest: string) => AccountId | undefined
}

/** Operations that keep nothing, behind the real edge: the budget is forgotten with the process. */
export const appWithoutStore = ({ operations, extend, config, clock, log, accountOf }: Parts) => {
  const budget = new RequestBudget({
    limit: config.budget,
    windowSeconds: config.windowSeconds,
    clock,
    monotonic: clock,
    log: memoryRequestLog(),
    onError: (error) => log.error(error),
  })
  const app = buildApp({
    operations,
    strict: true,
    extend,
    budget,
    authenticate: authenticateWith(async (digest) => {
      const account = accountOf(digest)
      return account === undefined ? undefined : { account, budget: null }
    }),
    authenticateTiered: () => undefined,
    clientAddress: clientAddress(config.trustedProxies),
    onFault: faultReporter(log, config.trustedProxies, () => 'error'),
    pages: {
      texts: textHandlers({ texts: textReaders(config.baseUrl), docs: docsReader(config.baseUrl) }),
      ready: async () => true,
      picture: drawPicture,
    },
  })
  return { app, budget }
}
