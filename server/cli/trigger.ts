import { readConfig } from '../config.ts'
import { isSuccess } from '../events/dispatch/delivery.ts'
import type { Attempted } from '../events/dispatch/send-now.ts'
import { sendNowFor } from '../process/create-dispatcher.ts'
import { print, say, storeCommand } from './command.ts'
import { CommandFailure } from './command-failure.ts'
import { readEventName } from './event-names.ts'
import { triggeredEvent } from './triggered-event.ts'
import { whichAccount } from './which-account.ts'

const show = ({ id, url, outcome, milliseconds }: Attempted): void =>
  print(
    [id, url ?? 'merch webhooks listen', String(outcome), `${Math.round(milliseconds)} ms`].join(
      '\t',
    ),
  )

const isTaken = ({ outcome }: Attempted): boolean =>
  typeof outcome === 'number' && isSuccess(outcome)

export const trigger = storeCommand({
  name: 'trigger',
  description:
    'Send an event again as it was, to the account’s active subscriptions that want it and to who listens; changes nothing',
  args: {
    event: { type: 'positional', required: true, description: 'The event, such as order.shipped' },
    account: { type: 'string', description: 'Whose; the only account’s if it is left out' },
    order: { type: 'string', description: 'The order’s id; the latest that has seen the event' },
    invite: { type: 'string', description: 'The invite’s id; the latest that has seen the event' },
  },
  run: async (store, { event: name, account: named, order, invite }) => {
    const event = readEventName(name)
    const account = await whichAccount(store, named)
    const { payload, isExample } = await triggeredEvent(store, account, event, { order, invite })
    const attempted = await sendNowFor(readConfig(), store)(account, payload)
    if (attempted.length === 0)
      throw new CommandFailure(
        `Nobody wants ${event}: ${account} has no active subscription to it, and nobody listens`,
      )
    if (isExample)
      say(`Nothing of ${account} has seen ${event}: this was the document’s example of it`)
    for (const each of attempted) show(each)
    const failed = attempted.filter((each) => !isTaken(each)).length
    if (failed > 0) throw new CommandFailure(`${failed} of ${attempted.length} did not take it`)
  },
})
