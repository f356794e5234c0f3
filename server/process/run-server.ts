import { readConfig } from '../config.ts'
import { linkMinutes } from '../domain/sign-in-link.ts'
import { explainError } from './explain-error.ts'
import { createLog } from './log.ts'
import { nodeName } from './parts-from-config.ts'
import { printable } from './printable.ts'
import { noDeliveries, type Running, start } from './start.ts'

/** How to make an empty database usable. */
const howToBegin =
  'No account exists. Create one with `npx merch accounts create --name NAME`, then a key with `npx merch keys create --account ID --name NAME`.'

/**
 * Runs the server as a process, configured by the environment. SIGTERM and SIGINT stop it; a second
 * signal ends it at once. SIGHUP reloads the TLS certificate, if there is one. A start that fails prints one line.
 * @param exit ends the process.
 */
export const runServer = async (exit: (status: number) => void): Promise<void> => {
  const fail = (error: unknown) => {
    process.stderr.write(`${printable(explainError(error))}\n`)
    exit(1)
  }
  try {
    const config = readConfig()
    const node = config.postgres && nodeName(config)
    const log = await createLog({ ...config, node })
    const running = await start(config, log)
    let stopping = false
    const stop = (signal: NodeJS.Signals) => {
      if (stopping) exit(1)
      stopping = true
      log.info({ signal }, 'Stopping')
      void running.stop().then(() => exit(0), fail)
    }
    process.on('SIGTERM', stop)
    process.on('SIGINT', stop)
    // On a terminal without TLS, SIGHUP keeps its default: it ends the process when the terminal closes.
    const reload = running.reloadTls ?? (() => log.info('Nothing to reload: TLS_CERT is not set'))
    if (running.reloadTls || !process.stdout.isTTY) process.on('SIGHUP', reload)

    const { address, listensOn, demo, isEmpty } = running
    if (process.stdout.isTTY || demo !== undefined) process.stdout.write(banner(running))
    else {
      log.info({ address, listensOn }, 'Listening')
      if (isEmpty) log.info(howToBegin)
    }
  } catch (error) {
    fail(error)
  }
}

/** Returns the lines that a start prints on a terminal. The key, command and address can be pasted. */
function banner({ address, listensOn, demo, isEmpty, isDelivering }: Running): string {
  const reached = address === listensOn ? '' : `Clients reach it at ${address}\n`
  const listening = `merch-fulfillment is listening on ${listensOn}
${reached}${isDelivering ? '' : `${noDeliveries}\n`}
  docs      ${address}/docs
  document  ${address}/openapi.json
  portal    ${address}/portal
`
  if (isEmpty) return `${listening}\n${howToBegin}\n\n`
  if (demo === undefined) return listening
  return `${listening}
Created a demo account in the empty database. Its API key is shown only once:

  ${demo.key}

Try it:

  curl -H 'Authorization: Bearer ${demo.key}' '${address}/v1/products/list?limit=3'

Redeem an invite as its recipient:

  ${demo.inviteUrl}

Manage keys and webhooks in the portal. The link works once, within ${linkMinutes} minutes:

  ${demo.portalUrl}

For another link, run: npx merch accounts link ${demo.account}

`
}
