import { type WebhookName, webhooks } from '../../generated/webhooks.ts'
import { CommandFailure } from './command-failure.ts'

/** Every event of the document, the test delivery among them. */
export const eventNames: readonly WebhookName[] = Object.values(webhooks).map(({ name }) => name)

/**
 * Reads an event's name.
 * @throws {CommandFailure} which lists the names that there are.
 */
export const readEventName = (text: string): WebhookName => {
  const name = eventNames.find((each) => each === text)
  if (name === undefined)
    throw new CommandFailure(`There is no event ${text}; there are ${eventNames.join(', ')}`)
  return name
}
