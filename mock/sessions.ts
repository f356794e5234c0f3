import type { SessionList } from './control/control-api.ts'
import { InvalidRequest } from './responses/choose-reply.ts'
import type { Session } from './session/session.ts'

/** The maximum number of sessions besides the default one. */
const maxSessions = 500

/** A session without requests for this time is dropped, at the next request of any session. */
const idleMilliseconds = 10 * 60_000

type Entry = { session: Promise<Session>; usedAt: number }

/** The sessions of a mock by name. The default session has the empty name, and is never dropped. */
export class Sessions implements SessionList {
  readonly #create: (name: string) => Promise<Session>
  readonly #entries = new Map<string, Entry>()
  #isStopped = false

  constructor(create: (name: string) => Promise<Session>) {
    this.#create = create
  }

  /**
   * Returns a session, which is created on first use. If there are too many, the one that was used least
   * recently is dropped.
   * @throws {InvalidRequest} if the name is not valid.
   */
  async get(name: string): Promise<Session> {
    if (!/^[\w.~-]{0,100}$/.test(name))
      throw new InvalidRequest(
        `A session's name has at most 100 of the characters A-Z a-z 0-9 . _ ~ -, not ${JSON.stringify(name)}`,
      )
    if (this.#isStopped) throw new Error('The mock has stopped')
    this.#dropIdle()
    const session = this.#entries.get(name)?.session ?? this.#create(name)
    // The map is in the order of use.
    this.#entries.delete(name)
    this.#entries.set(name, { session, usedAt: Date.now() })
    const [oldest] = this.names()
    if (oldest !== undefined && this.names().length > maxSessions) void this.drop(oldest)
    try {
      return await session
    } catch (error) {
      this.#entries.delete(name)
      throw error
    }
  }

  names(): readonly string[] {
    return [...this.#entries.keys()].filter((name) => name !== '')
  }

  all(): Promise<readonly Session[]> {
    return Promise.all([...this.#entries.values()].map(({ session }) => session))
  }

  async drop(name: string): Promise<boolean> {
    const entry = this.#entries.get(name)
    if (!entry) return false
    this.#entries.delete(name)
    await (await entry.session).stop()
    return true
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await Promise.all([...this.#entries.keys()].map((name) => this.drop(name)))
  }

  #dropIdle(): void {
    for (const [name, { usedAt }] of this.#entries)
      if (name !== '' && Date.now() - usedAt > idleMilliseconds) void this.drop(name)
  }
}

/** Returns the name of the session that a request's header names. Empty for the default one. */
export const sessionOfHeader = ({ headers }: Request): string => headers.get('X-Mock-Session') ?? ''
