import type { Hono } from 'hono'
import { onPort, readConfig } from '../../../server/config.ts'
import type { Deliverer } from '../../../server/deliveries/dispatcher.ts'
import type { SubscribableEvent } from '../../../server/domain/event.ts'
import type { AccountId } from '../../../server/domain/ids.ts'
import { createMailer } from '../../../server/email/mailer.ts'
import type { Env } from '../../../server/http/call.ts'
import { attachApp, createHttpServer, listen } from '../../../server/http/http-server.ts'
import { compose, type Parts } from '../../../server/process/compose.ts'
import { openSqliteStore } from '../../../server/store/sqlite.ts'
import { recordingLog } from '../recording-log.ts'
import { recordingPublisher } from './recording-publisher.ts'

export type ServeOptions = {
  databaseFile: string
  environment?: Record<string, string>
  /** Replacements of the real parts. */
  parts?: Partial<Parts>
  /** Creates the deliverer. Without one, events are recorded in `published`. */
  deliverer?: (parts: Pick<Parts, 'store' | 'clock' | 'log'>) => Deliverer
  /** Whether the time advances by itself. */
  runs?: boolean
  around?: (app: Hono<Env>) => Pick<Hono<Env>, 'fetch'>
}

/**
 * Starts the server on a free port of 127.0.0.1 and a SQLite file. Its time is `time.now`, which by
 * default does not advance by itself. Replies with undeclared fields are errors.
 */
export const serve = async ({
  databaseFile,
  environment = {},
  parts = {},
  around = (app) => app,
  runs = false,
  deliverer,
}: ServeOptions) => {
  const given = readConfig({
    PORT: '0',
    DATABASE_URL: `file:${databaseFile}`,
    RATE_LIMIT_BUDGET: '1000000',
    ...environment,
  })
  const server = createHttpServer()
  const port = await listen(server, 0, '127.0.0.1')
  const url = `http://127.0.0.1:${port}`
  const config = onPort(given, port)
  const store = parts.store ?? (await openSqliteStore(config.databaseFile))
  const time = runs ? new RunningTime() : { now: Date.now() }
  const { log, lines } = recordingLog()
  const published: { account: AccountId; event: SubscribableEvent }[] = []
  const clock = () => time.now
  const { app, actions, save } = compose({
    config,
    store,
    clock,
    log,
    deliverer: deliverer?.({ store, clock, log }) ?? {
      ...recordingPublisher((event, account) => published.push({ account, event })),
      sendNow: async () => ({ success: true, statusCode: 200, error: null }),
    },
    mailer: createMailer(config.service, async () => true),
    strict: true,
    ...parts,
  })
  attachApp(server, around(app), log, config.trustedProxies)

  let stopped = false
  const stop = async () => {
    if (stopped) return
    stopped = true
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
    await save()
    await store.close()
  }
  return { url, app, config, store, actions, save, time, log: lines, published, stop }
}

/** A time that advances from the moment to which it was set. */
class RunningTime {
  #ahead = 0

  get now(): number {
    return Date.now() + this.#ahead
  }

  set now(moment: number) {
    this.#ahead = moment - Date.now()
  }
}
