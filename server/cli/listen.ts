import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import type { WebhookName } from '../../generated/webhooks.ts'
import { readConfig } from '../config.ts'
import { newSecret } from '../domain/webhook-secret.ts'
import { sealFor } from '../events/dispatch/sealed-secret.ts'
import { startListener } from '../events/listeners/listener.ts'
import { knownWithinMilliseconds, listenersFolder } from '../events/listeners/listeners.ts'
import { toOwnProgram } from '../events/listeners/local-egress.ts'
import { say, storeCommand } from './command.ts'
import { CommandFailure } from './command-failure.ts'
import { eventNames, readEventName } from './event-names.ts'
import { readForwardTarget } from './listen/forward-target.ts'
import { showHeard } from './listen/show-heard.ts'
import { whichAccount } from './which-account.ts'

const readEvents = (text: string | undefined): WebhookName[] => [
  ...new Set(text?.split(',').map((name) => readEventName(name.trim())) ?? eventNames),
]

const stopped = (): Promise<unknown> =>
  Promise.race(['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => once(process, signal)))

export const listen = storeCommand({
  name: 'listen',
  description:
    'Get an account’s events as a subscriber would, print them, and forward them to a program of yours; Ctrl-C ends it',
  args: {
    'forward-to': {
      type: 'string',
      description: 'Where they go, such as http://localhost:3000/hook; nowhere if it is left out',
    },
    events: { type: 'string', description: 'Which, separated by commas; all if it is left out' },
    account: { type: 'string', description: 'Whose; the only account’s if it is left out' },
    secret: { type: 'string', description: 'What they are signed with; a new secret if left out' },
    print: { type: 'boolean', description: 'Print what is delivered, too' },
  },
  run: async (store, args) => {
    const { databaseFile, webhookSecretKey } = readConfig()
    const events = readEvents(args.events)
    const to = args['forward-to']
    const url = to === undefined ? undefined : await readForwardTarget(to)
    const account = await whichAccount(store, args.account)
    const secret = args.secret ?? newSecret()
    const forward = url && toOwnProgram(url)
    const underWay = new Set<Promise<void>>()
    const end = stopped()

    const listener = await startListener({
      folder: listenersFolder(databaseFile),
      account,
      events,
      secret,
      seal: sealFor(webhookSecretKey),
      refuse: (reason) => say(`A delivery is not to be believed: ${reason}`),
      hear: (heard) => {
        const done = showHeard(heard, { forward, prints: args.print === true }).finally(() =>
          underWay.delete(done),
        )
        underWay.add(done)
      },
    }).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error)
      throw new CommandFailure(`The socket beside ${databaseFile} cannot be opened: ${reason}`)
    })

    say(`Events of ${account}: ${args.events === undefined ? 'all' : events.join(', ')}`)
    say(`Forwarded to ${url?.href ?? 'nobody: --forward-to URL says to whom'}`)
    say(`Signed with ${secret}`)
    // So long a server may go on with what it knew of listeners.
    await Promise.race([end, setTimeout(knownWithinMilliseconds, undefined, { ref: false })])
    say('Listening; Ctrl-C ends it')
    await end
    await listener.stop()
    await Promise.all(underWay)
  },
})
