import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import type { Command } from '@commander-js/extra-typings'
import type { WebhookName } from '../../generated/webhooks.ts'
import { readConfig } from '../config.ts'
import { newSecret } from '../domain/webhook-secret.ts'
import { sealFor } from '../events/dispatch/sealed-secret.ts'
import { startListener } from '../events/listeners/listener.ts'
import { cacheMilliseconds, listenersFolder } from '../events/listeners/listeners.ts'
import { forwardToUrl } from '../events/listeners/local-egress.ts'
import type { Store } from '../store/store.ts'
import { say, withStore } from './command.ts'
import { CommandFailure } from './command-failure.ts'
import { eventNames, readEventName } from './event-names.ts'
import { readForwardTarget } from './listen/forward-target.ts'
import { printDelivery } from './listen/print-delivery.ts'
import { resolveAccount } from './resolve-account.ts'

const readEvents = (text: string | undefined): WebhookName[] => [
  ...new Set(text?.split(',').map((name) => readEventName(name.trim())) ?? eventNames),
]

const stopSignal = (): Promise<unknown> =>
  Promise.race(['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => once(process, signal)))

type Options = {
  forwardTo?: string
  events?: string
  account?: string
  secret?: string
  print?: true
}

const listen = async (store: Store, options: Options): Promise<void> => {
  const { databaseFile, webhookSecretKey } = readConfig()
  const events = readEvents(options.events)
  const url =
    options.forwardTo === undefined ? undefined : await readForwardTarget(options.forwardTo)
  const account = await resolveAccount(store, options.account)
  const secret = options.secret ?? newSecret()
  const forward = url && forwardToUrl(url)
  const inProgress = new Set<Promise<number>>()
  const stopped = stopSignal()

  const listener = await startListener({
    folder: listenersFolder(databaseFile),
    account,
    events,
    secret,
    seal: sealFor(webhookSecretKey),
    onRejected: (reason) => say(`Rejected a delivery: ${reason}`),
    onDelivery: (delivery) => {
      const done = printDelivery(delivery, {
        forward,
        printsPayload: options.print === true,
      }).finally(() => inProgress.delete(done))
      inProgress.add(done)
      return done
    },
  }).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CommandFailure(`Cannot open a socket beside ${databaseFile}: ${reason}`)
  })

  say(`Events of ${account}: ${options.events === undefined ? 'all' : events.join(', ')}`)
  say(url ? `Forwarding to ${url.href}` : 'Not forwarding. Add --forward-to URL to forward.')
  say(`Signing secret: ${secret}`)
  // A server may use its previous list of listeners for this long.
  await Promise.race([stopped, setTimeout(cacheMilliseconds, undefined, { ref: false })])
  say('Listening. Press Ctrl-C to stop.')
  await stopped
  await Promise.all(inProgress)
  await listener.stop()
}

export const addListen = (webhooks: Command): void => {
  webhooks
    .command('listen')
    .description('Print an account’s events as they are delivered, and forward them. Ctrl-C stops.')
    .option('--forward-to <url>', 'forward to this URL, such as http://localhost:3000/hook')
    .option('--events <names>', 'events, separated by commas (default: all)')
    .option('--account <id>', 'account ID (default: the only active account)')
    .option('--secret <text>', 'signing secret (default: a new one)')
    .option('--print', 'print the payloads too')
    .action(withStore(listen))
}
