import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import { z } from 'zod'
import { type WebhookName, webhooks } from '../../../generated/webhooks.ts'
import { type Forward, forwardToSocket } from './local-egress.ts'

const names: readonly WebhookName[] = Object.values(webhooks).map(({ name }) => name)

const Listener = z.object({
  account: z.string(),
  /** The events to receive; may include `webhook.test`. */
  events: z.array(z.enum(names)),
  /** The secret that signs its deliveries, encrypted if WEBHOOK_SECRET_KEY is set. */
  secret: z.string(),
})

/** A process on this machine that receives an account's events: `merch webhooks listen`. */
export type Listener = z.output<typeof Listener>

/** A listener as the target of a delivery. */
export type ListenerTarget = Pick<Listener, 'secret'> & {
  id: string
  /** Sends it a delivery. Listeners respond at once. */
  forward: Forward
}

/** Finds the listeners to an account's events. */
export type Listeners = { matching(account: string, event: WebhookName): ListenerTarget[] }

/** Returns the folder for listeners, beside the database: who can open one can open the other. */
export const listenersFolder = (databaseFile: string): string => `${databaseFile}-listeners`

const registrationOf = (folder: string, id: string): string => join(folder, `${id}.json`)

/** Returns the path of a listener's socket, the shorter of relative and absolute: systems allow about 100 bytes. */
export const socketOf = (folder: string, id: string): string => {
  const path = join(folder, `${id}.sock`)
  const shorter = relative(process.cwd(), path)
  return shorter.length < path.length ? shorter : path
}

/** Registers a listener. Its socket must be open. */
export const register = (folder: string, id: string, listener: Listener): void => {
  const file = registrationOf(folder, id)
  writeFileSync(`${file}.new`, JSON.stringify(listener), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

/** Creates the folder for listeners, accessible to its owner only. */
export const makeListenersFolder = (folder: string): void => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
}

/** Removes a listener's registration and socket. */
export const unregister = (folder: string, id: string): void => {
  rmSync(registrationOf(folder, id), { force: true })
  rmSync(socketOf(folder, id), { force: true })
}

const read = (folder: string, id: string): (Listener & { id: string })[] => {
  try {
    const listener = Listener.parse(JSON.parse(readFileSync(registrationOf(folder, id), 'utf8')))
    return [{ id, ...listener }]
  } catch {
    // Removed in the meantime, or written by another version.
    return []
  }
}

const readAll = (folder: string): (Listener & { id: string })[] => {
  // Without listeners, avoid the exception.
  if (!existsSync(folder)) return []
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .flatMap((name) => read(folder, name.slice(0, -'.json'.length)))
  } catch {
    // The last listener was just removed, or this user may not read the folder.
    return []
  }
}

/** Error codes of a socket that no process has open. */
const closedCodes: readonly unknown[] = ['ECONNREFUSED', 'ENOENT']

const isClosed = (error: unknown): boolean =>
  error instanceof Error &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  closedCodes.includes(error.cause.code)

/** Returns a listener as a target. A delivery to a killed one removes its registration. */
const targetOf = (folder: string, { id, secret }: Listener & { id: string }): ListenerTarget => {
  const forward = forwardToSocket(socketOf(folder, id))
  return {
    id,
    secret,
    forward: (...delivery) =>
      forward(...delivery).catch((error: unknown) => {
        if (isClosed(error)) unregister(folder, id)
        throw error
      }),
  }
}

/** Milliseconds that the list of listeners is cached: after this time a new listener receives events. */
export const cacheMilliseconds = 250

/**
 * Finds listeners in their folder. The folder is read on an event, at most once per cache time, so
 * that a server without listeners does no work.
 */
export const listenersIn = (
  folder: string,
  now: () => number = () => performance.now(),
): Listeners => {
  let cached: (Listener & { id: string })[] = []
  let readAt = Number.NEGATIVE_INFINITY
  return {
    matching: (account, event) => {
      if (now() - readAt >= cacheMilliseconds) {
        cached = readAll(folder)
        readAt = now()
      }
      return cached
        .filter((each) => each.account === account && each.events.includes(event))
        .map((each) => targetOf(folder, each))
    },
  }
}
