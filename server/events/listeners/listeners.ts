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
import { type HandOn, toSocket } from './local-egress.ts'

const names: readonly WebhookName[] = Object.values(webhooks).map(({ name }) => name)

const Listener = z.object({
  account: z.string(),
  /** Which events it wants, `webhook.test` among them if it does. */
  events: z.array(z.enum(names)),
  /** The secret that its deliveries are signed with, as it is kept. */
  secret: z.string(),
})

/** Somebody on this machine who wants an account's events: `merch webhooks listen`. */
export type Listener = z.output<typeof Listener>

/** A listener, as whoever has an event for them sees it. */
export type Listening = Pick<Listener, 'secret'> & {
  id: string
  /** Hands them a delivery; they answer at once. */
  hand: HandOn
}

/** Who listens to an account's events. */
export type Listeners = { wanting(account: string, event: WebhookName): Listening[] }

/** Listeners are announced beside the database, to whoever can open that. */
export const listenersFolder = (databaseFile: string): string => `${databaseFile}-listeners`

const announcementOf = (folder: string, id: string): string => join(folder, `${id}.json`)

/** A listener's socket: spelt as briefly as it can be, since systems take some hundred bytes. */
export const socketOf = (folder: string, id: string): string => {
  const path = join(folder, `${id}.sock`)
  const shorter = relative(process.cwd(), path)
  return shorter.length < path.length ? shorter : path
}

/** Lets it be known that somebody listens; their socket must be open by now. */
export const announce = (folder: string, id: string, listener: Listener): void => {
  const file = announcementOf(folder, id)
  writeFileSync(`${file}.new`, JSON.stringify(listener), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

/** Makes the folder of announcements, for its owner alone. */
export const makeListenersFolder = (folder: string): void => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
}

/** Takes a listener off, who is gone or is about to go. */
export const withdraw = (folder: string, id: string): void => {
  rmSync(announcementOf(folder, id), { force: true })
  rmSync(socketOf(folder, id), { force: true })
}

const read = (folder: string, id: string): (Listener & { id: string })[] => {
  try {
    const listener = Listener.parse(JSON.parse(readFileSync(announcementOf(folder, id), 'utf8')))
    return [{ id, ...listener }]
  } catch {
    // Withdrawn meanwhile, or another version's.
    return []
  }
}

const readAll = (folder: string): (Listener & { id: string })[] => {
  // The usual case costs no exception.
  if (!existsSync(folder)) return []
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .flatMap((name) => read(folder, name.slice(0, -'.json'.length)))
  } catch {
    // The last listener has just gone, or it is not this user's to read.
    return []
  }
}

/** The codes of a socket that nobody has open any more. */
const gone: readonly unknown[] = ['ECONNREFUSED', 'ENOENT']

const isGone = (error: unknown): boolean =>
  error instanceof Error &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  gone.includes(error.cause.code)

/** One that was killed is withdrawn by the first who finds it gone. */
const listening = (folder: string, { id, secret }: Listener & { id: string }): Listening => {
  const hand = toSocket(socketOf(folder, id))
  return {
    id,
    secret,
    hand: (...delivery) =>
      hand(...delivery).catch((error: unknown) => {
        if (isGone(error)) withdraw(folder, id)
        throw error
      }),
  }
}

/** How old what is known of listeners may be: who waits so long is known to all. */
export const knownWithinMilliseconds = 250

/**
 * Finds who listens, in the folder of announcements. It is looked at when there is an event, and then
 * not again for a while, so that a server that nobody listens to has no work with it.
 */
export const listenersIn = (
  folder: string,
  now: () => number = () => performance.now(),
): Listeners => {
  let known: (Listener & { id: string })[] = []
  let looked = Number.NEGATIVE_INFINITY
  return {
    wanting: (account, event) => {
      if (now() - looked >= knownWithinMilliseconds) {
        known = readAll(folder)
        looked = now()
      }
      return known
        .filter((each) => each.account === account && each.events.includes(event))
        .map((each) => listening(folder, each))
    },
  }
}
