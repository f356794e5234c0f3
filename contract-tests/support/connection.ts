import { z } from 'zod'
import { operationOf, type Problem } from './contract.ts'
import { jsonOrText, type Received, type Sent, send } from './http.ts'
import { SuiteError } from './server.ts'

/** A request, its response if there is one, and how the response breaks the contract. */
export type Exchange = {
  sent: Sent
  received: Received | undefined
  problems: readonly Problem[]
}

/** The limits of a run, so that it ends with any server. */
export type Limits = {
  /** The seconds to wait for a response. */
  timeout: number
  /** The minutes of a run. */
  minutes: number
}

/** A test delivery may take 10 seconds. */
export const usualLimits: Limits = { timeout: 15, minutes: 20 }

const idempotent = ['GET', 'HEAD', 'OPTIONS', 'TRACE', 'PUT', 'DELETE']

const closed = 'the server closed the connection'

type Failed = { failed: string; isLate: boolean }

/** Sends the requests of a run, within its limits. */
export class Connection {
  requests = 0
  /** The number of requests that were sent again, because the server had closed the idle connection. */
  repeated = 0
  /** The request that was sent last, and when, until its response arrives. */
  waiting: { sent: Sent; since: number } | undefined
  readonly #limits: Limits
  readonly #end: number
  /** Operations that did not respond in time. Their further requests are not sent. */
  readonly #silent = new Set<string>()
  /** The number of requests without a response since the last one with a response. */
  #failures = 0
  readonly #stopped = new AbortController()

  constructor(limits: Limits) {
    this.#limits = limits
    this.#end = performance.now() + limits.minutes * 60_000
  }

  /** Aborts the request in progress, and sends no other. */
  stop(reason: string): void {
    this.#stopped.abort(new SuiteError(reason))
  }

  /**
   * Sends a request.
   * @throws {SuiteError} when a limit of the run is reached, or the server no longer responds.
   */
  async send(url: string, sent: Sent): Promise<Received | Failed> {
    this.#stopped.signal.throwIfAborted()
    if (performance.now() > this.#end)
      throw new SuiteError(
        `The run has taken ${this.#limits.minutes} minutes. Raise the limit with --minutes.`,
      )
    this.requests++
    const operation = operationOf(sent)?.id ?? 'outside the contract'
    if (this.#silent.has(operation)) return this.#late
    const result = await this.#attempt(url, sent)
    if (!('failed' in result)) {
      this.#failures = 0
      return result
    }
    if (result.isLate) this.#silent.add(operation)
    if (result.isLate || ++this.#failures > 2) await this.#checkAlive(url, sent, result)
    return result
  }

  get #late(): Failed {
    return { failed: `the server did not respond within ${this.#limits.timeout} s`, isLate: true }
  }

  /**
   * Sends a request, and again if the server had meanwhile closed the idle connection. A request that may have an
   * effect each time is sent once (RFC 9110, section 9.2.2).
   */
  async #attempt(url: string, sent: Sent, isRetry = false): Promise<Received | Failed> {
    const late = AbortSignal.timeout(this.#limits.timeout * 1000)
    const signal = AbortSignal.any([late, this.#stopped.signal])
    const waiting = { sent, since: performance.now() }
    this.waiting = waiting
    try {
      return await send(url, sent, { signal })
    } catch (error) {
      this.#stopped.signal.throwIfAborted()
      if (late.aborted) return this.#late
      const { isReused = false, hasBytes = false } = z
        .object({ isReused: z.boolean(), hasBytes: z.boolean() })
        .partial()
        .parse(Object(error))
      if (isReused && !hasBytes && !isRetry && idempotent.includes(sent.method ?? 'GET')) {
        this.repeated++
        return await this.#attempt(url, sent, true)
      }
      const failed =
        hasBytes && reasonOf(error) === closed ? 'the response was cut short' : reasonOf(error)
      return { failed, isLate: false }
    } finally {
      if (this.waiting === waiting) this.waiting = undefined
    }
  }

  /** @throws {SuiteError} when the server does not respond to a request without a key either. */
  async #checkAlive(url: string, { method = 'GET', path }: Sent, { failed }: Failed) {
    const result = await this.#attempt(url, { path: '/v1/auth' })
    if ('failed' in result)
      throw new SuiteError(`${url} does not respond any more since ${method} ${path}: ${failed}.`)
    this.#failures = 0
  }

  /**
   * Checks that a server can be tested.
   * @throws {SuiteError} when it is unreachable, redirects, is no API, has another login, rejects the key or has used up the rate limit.
   */
  async check(url: string, key: string): Promise<void> {
    const headers = { authorization: `Bearer ${key}` }
    const result = await this.#attempt(url, { path: '/v1/auth', headers })
    if ('failed' in result) {
      const trust = '. Set NODE_EXTRA_CA_CERTS to the file of the CA of its certificate.'
      const remedy = /CERT|SIGNATURE/.test(result.failed) ? trust : ''
      throw new SuiteError(`No server responds at ${url}: ${result.failed}${remedy}`)
    }
    const { status, headers: given, text } = result
    if (status >= 300 && status < 400)
      throw new SuiteError(`${url} redirects to ${given.location}. Pass another --url.`)
    const login = given['www-authenticate']
    if (status === 401 && login !== undefined && !/^bearer/i.test(login))
      throw new SuiteError(`${url} asks for another login: ${login}. Pass a --url behind it.`)
    if (status === 401) throw new SuiteError(`${url} rejects the key. Pass a valid one with --key.`)
    if (status === 429) throw new SuiteError(rateLimitReached(url))
    if (typeof jsonOrText(text) !== 'object') {
      const what = `${status} as ${given['content-type'] ?? 'no content type'}, and no JSON`
      throw new SuiteError(
        `${url}/v1/auth returns ${what}. Pass another --url, or wait until the server is ready.`,
      )
    }
  }
}

function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  const code = String(Reflect.get(Object(error), 'code') ?? message)
  if (code === 'ECONNRESET') return closed
  return code.startsWith('HPE_') ? `the response is not valid HTTP (${code})` : code
}

export function rateLimitReached(url: string): string {
  return `The rate limit of ${url} is used up. Raise it for this machine’s address (our server: RATE_LIMIT_BUDGET).`
}
