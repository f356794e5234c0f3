import type { Command } from '@commander-js/extra-typings'
import { type WebhookName, webhooks } from '../../../generated/webhooks.ts'
import { systemClock } from '../../domain/clock.ts'
import { newSecret } from '../../domain/webhook-secret.ts'
import { messageOf } from '../../events/dispatch/delivery-error.ts'
import { type ReceivedDelivery, runListener } from '../../events/listeners/listener.ts'
import {
  type Forward,
  forwardToUrl,
  hostOf,
  privateAddresses,
} from '../../events/listeners/local-egress.ts'
import type { Store } from '../../store/store.ts'
import { interruptible, print, say, withStore } from '../kit/command.ts'
import { CommandFailure } from '../kit/command-failure.ts'
import { resolveAccount } from '../kit/resolve-account.ts'

/** Every event of the document, including the test event. */
export const eventNames: readonly WebhookName[] = Object.values(webhooks).map(({ name }) => name)

/**
 * Reads an event's name.
 * @throws {CommandFailure} when there is no such event. The message lists the names.
 */
export const readEventName = (text: string): WebhookName => {
  const name = eventNames.find((each) => each === text)
  if (name === undefined)
    throw new CommandFailure(`Unknown event ${text}. Use one of ${eventNames.join(', ')}.`)
  return name
}

export const lookupMilliseconds = 5_000

/** Adds the parts that may be omitted: the scheme, and localhost before a port. */
const complete = (text: string): string => {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return text
  if (/^:?[0-9]+(\/|$)/.test(text)) return `http://localhost:${text.replace(/^:/, '')}`
  // A single word is rather a mistake than a host.
  return /^localhost\b|[.:]/.test(text) ? `http://${text}` : ''
}

/**
 * Reads the URL that deliveries are forwarded to. A port alone is one of this machine.
 * @throws {CommandFailure} when it is not a URL, or not on this machine or its local network.
 */
export const readForwardTarget = async (text: string): Promise<URL> => {
  const written = complete(text)
  const url = URL.canParse(written) ? new URL(written) : undefined
  if (!url || !/^https?:$/.test(url.protocol))
    throw new CommandFailure(
      `--forward-to must be an http or https URL such as http://localhost:3000/hook, not ${text}`,
    )
  await privateAddresses(hostOf(url), AbortSignal.timeout(lookupMilliseconds)).catch(
    (error: unknown) => {
      throw new CommandFailure(`--forward-to: ${messageOf(error)}`)
    },
  )
  return url
}

/** Returns the number of the order or invite that an event is about. */
const numberOf = ({ event }: ReceivedDelivery): string => {
  if ('orderNumber' in event.data) return event.data.orderNumber
  return 'inviteId' in event.data ? (event.data.inviteNumber ?? event.data.inviteId) : '-'
}

type PrintOptions = {
  /** Forwards a delivery. Undefined without --forward-to. */
  forward: Forward | undefined
  /** Whether to print the payload too. */
  printsPayload: boolean
}

/** Forwards a delivery once, and prints its time, event, number and outcome as one line. */
export const printDelivery = async (
  delivery: ReceivedDelivery,
  { forward, printsPayload }: PrintOptions,
): Promise<void> => {
  const columns = [new Date().toISOString(), delivery.event.event, numberOf(delivery)]
  if (forward) {
    const started = performance.now()
    const outcome = await forward(delivery).catch(messageOf)
    columns.push(String(outcome), `${Math.round(performance.now() - started)} ms`)
  }
  print(columns.join('\t'))
  if (printsPayload) print(JSON.stringify(delivery.event, null, 2))
}

const readEvents = (text: string | undefined): WebhookName[] => [
  ...new Set(text?.split(',').map((name) => readEventName(name.trim())) ?? eventNames),
]

type Options = {
  forwardTo?: string
  events?: string
  account?: string
  secret?: string
  print?: true
}

const listen = async (store: Store, options: Options): Promise<void> => {
  const events = readEvents(options.events)
  const url =
    options.forwardTo === undefined ? undefined : await readForwardTarget(options.forwardTo)
  const account = await resolveAccount(store, options.account)
  const secret = options.secret ?? newSecret()
  const forward = url && forwardToUrl(url)
  say(`Events of ${account}: ${options.events === undefined ? 'all' : events.join(', ')}`)
  say(url ? `Forwarding to ${url.href}` : 'Not forwarding. Add --forward-to URL to forward.')
  say(`Signing secret: ${secret}`)
  await interruptible(['SIGINT', 'SIGTERM', 'SIGHUP'], (stop) =>
    runListener(
      {
        store,
        clock: systemClock,
        account,
        events,
        secret,
        onStart: () => say('Listening. Press Ctrl-C to stop.'),
        onDelivery: (delivery) =>
          printDelivery(delivery, { forward, printsPayload: options.print === true }),
      },
      stop,
    ),
  )
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
