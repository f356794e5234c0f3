import { type WebhookName, webhooks } from '../../generated/webhooks.ts'
import { CommandFailure } from './command-failure.ts'

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
