import type { Logger } from 'pino'
import type { Operations } from '../generated/operations.ts'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import type { Clock } from './domain/clock.ts'
import { authenticateWith } from './http/auth.ts'
import { clientAddress } from './http/client-address.ts'
import type { Call } from './http/env.ts'
import { noRequestLog } from './http/log-exchange.ts'
import { faultReporter } from './http/report-fault.ts'
import { RequestBudget } from './http/request-budget.ts'
import { serveTexts } from './http/texts.ts'
import { drawPicture } from './pictures/draw.ts'
import { readDocs } from './read-docs.ts'
import { readTexts } from './read-texts.ts'

type Parts = {
  operations: Operations<Call>
  config: Config
  clock: Clock
  log: Logger
  /** The account of a key's digest. */
  accountOf: (digest: string) => string | undefined
}

/** Operations that keep nothing, behind the real edge: the budget is forgotten with the process. */
export const appWithoutStore = ({ operations, config, clock, log, accountOf }: Parts) => {
  const budget = new RequestBudget({
    limit: config.budget,
    windowSeconds: config.windowSeconds,
    clock,
    steady: clock,
    log: noRequestLog(),
    onError: (error) => log.error(error),
  })
  const app = buildApp({
    operations,
    strict: true,
    onRequest: () => {},
    budget,
    authenticate: authenticateWith(async (digest) => {
      const account = accountOf(digest)
      return account === undefined ? undefined : { account, budget: null }
    }),
    authenticateTiered: () => undefined,
    clientAddress: clientAddress(config.trustedProxies),
    onFault: faultReporter(log, config.trustedProxies),
    pages: {
      texts: serveTexts({ texts: readTexts(), docs: readDocs() }),
      ready: async () => true,
      picture: drawPicture,
    },
  })
  return { app, budget }
}
