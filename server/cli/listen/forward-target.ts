import { messageOf } from '../../events/dispatch/delivery-error.ts'
import { hostOf, privateAddresses } from '../../events/listeners/own-network.ts'
import { CommandFailure } from '../command-failure.ts'

const lookupMilliseconds = 5_000

/**
 * Reads the URL that deliveries are forwarded to. The default scheme is http.
 * @throws {CommandFailure} when it is not a URL, or not on this machine or its local network.
 */
export const readForwardTarget = async (text: string): Promise<URL> => {
  const written = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`
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
