import { messageOf } from '../../events/dispatch/delivery-error.ts'
import { hostOf, ownAddresses } from '../../events/listeners/own-network.ts'
import { CommandFailure } from '../command-failure.ts'

/** So long a name may be looked up. */
const lookupMilliseconds = 5_000

/**
 * Reads where deliveries are forwarded to; without a scheme it is http.
 * @throws {CommandFailure} when it is no address, or not one of this machine or its own network.
 */
export const readForwardTarget = async (text: string): Promise<URL> => {
  const written = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`
  const url = URL.canParse(written) ? new URL(written) : undefined
  if (!url || !/^https?:$/.test(url.protocol))
    throw new CommandFailure(
      `--forward-to must be an http or https address such as http://localhost:3000/hook, not ${text}`,
    )
  await ownAddresses(hostOf(url), AbortSignal.timeout(lookupMilliseconds)).catch(
    (error: unknown) => {
      throw new CommandFailure(`--forward-to: ${messageOf(error)}`)
    },
  )
  return url
}
