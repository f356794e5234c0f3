import { messageOf } from '../../events/dispatch/delivery-error.ts'
import { hostOf, privateAddresses } from '../../events/listeners/own-network.ts'
import { CommandFailure } from '../command-failure.ts'

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
