import type { Command } from '@commander-js/extra-typings'
import { readConfig } from '../config.ts'
import { isSuccess } from '../events/dispatch/delivery.ts'
import { type AttemptResult, activeSubscriptions } from '../events/dispatch/send-now.ts'
import { sendNowFor } from '../process/create-dispatcher.ts'
import { print, say, withStore } from './command.ts'
import { CommandFailure } from './command-failure.ts'
import { readEventName } from './event-names.ts'
import { resolveAccount } from './resolve-account.ts'
import { triggeredEvent } from './triggered-event.ts'

const printAttempt = ({ id, url, outcome, milliseconds }: AttemptResult): void =>
  print(
    [id, url ?? 'merch webhooks listen', String(outcome), `${Math.round(milliseconds)} ms`].join(
      '\t',
    ),
  )

const succeeded = ({ outcome }: AttemptResult): boolean =>
  typeof outcome === 'number' && isSuccess(outcome)

export const addTrigger = (webhooks: Command): void => {
  webhooks
    .command('trigger')
    .description(
      'Send a past event again to active subscriptions and to webhooks listen. Changes no data.',
    )
    .argument('<event>', 'event name, such as order.shipped')
    .option('--account <id>', 'account ID (default: the only active account)')
    .option('--order <id>', 'order ID (default: the latest order that had the event)')
    .option('--invite <id>', 'invite ID (default: the latest invite that had the event)')
    .action(
      withStore(async (store, name, { account: given, order, invite }) => {
        const event = readEventName(name)
        const account = await resolveAccount(store, given)
        const { payload, isExample } = await triggeredEvent(store, account, event, {
          order,
          invite,
        })
        const live = await activeSubscriptions(store, account, event)
        if (live.length > 0)
          say(
            `Active subscriptions receive this like a new event: ${live.map(({ url }) => url).join(', ')}`,
          )
        const attempted = await sendNowFor(readConfig(), store)(account, payload)
        if (attempted.length === 0)
          throw new CommandFailure(
            `No active subscription of ${account} to ${event}. Create one with POST /v1/webhooks, or run: merch webhooks listen`,
          )
        if (isExample)
          say(`${account} has no past ${event} event. Sent the document’s example instead.`)
        for (const each of attempted) printAttempt(each)
        const failed = attempted.filter((each) => !succeeded(each)).length
        if (failed > 0)
          throw new CommandFailure(`${failed} of ${attempted.length} deliveries failed`)
      }),
    )
}
