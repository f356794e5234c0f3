import fc from 'fast-check'
import { z } from 'zod'
import { Api, Violation } from './api.ts'
import type { Connection, Exchange } from './connection.ts'
import { operationOf, type Problem } from './contract.ts'
import { Fixtures, MissingFixture } from './fixtures.ts'
import { jsonOrText } from './http.ts'
import { type Need, type Server, type ServerControls, SuiteError } from './server.ts'

/** A promise of the contract, and how to check it over HTTP. */
export type Law = LawBody & {
  /** The file of the law, for `--only`. */
  area: string
  promise: string
}

/** The laws of an area, by their promises. */
export type Laws = Record<string, LawBody>

export type LawBody = {
  /** The source of the promise: sections of the specification, or design decisions. */
  source: string
  /** What the server must offer. Otherwise, the law is skipped. */
  needs?: readonly Need[]
  /**
   * Declared responses that only this law produces: `operation status example`, or `* status` for
   * every operation. They are not required when the law is skipped.
   */
  shows?: readonly string[]
  /** Throws if the server breaks the promise. Responses that break the document are found without it. */
  run(context: LawContext): Promise<void>
}

/** A violation that a law found. */
export type Finding = {
  /** The violation without its values. Findings with one cause can be fixed at once. */
  cause: string
  message: string
  /** The smallest request that shows it, if a request does. */
  exchange: Exchange | undefined
  /** The ids of the operations that show it. */
  operations: Set<string>
}

export type LawContextOptions = {
  server: Server
  connection: Connection
  /** Two runs with the same seed send the same requests. */
  seed: number
  /** The number of values per property. */
  runs: number
  /** Returns an exchange without the problems to leave out. */
  observe: (exchange: Exchange) => Exchange
}

/** Adds findings to those with the same cause. */
export const addFinding = (findings: Map<string, Finding>, added: Finding): void => {
  const known = findings.get(added.cause) ?? added
  const exchange = smaller(known.exchange, added.exchange)
  const operations = new Set([...known.operations, ...added.operations])
  const { message } = exchange === known.exchange ? known : added
  findings.set(added.cause, { ...known, message, exchange, operations })
}

function smaller(a: Exchange | undefined, b: Exchange | undefined) {
  return a && b && sizeOf(b) < sizeOf(a) ? b : (a ?? b)
}

/** The size of a request, for people. One to an operation of the document explains more. */
function sizeOf({ sent }: Exchange): number {
  return sent.path.length + (sent.body?.length ?? 0) + (operationOf(sent) ? 0 : 1000)
}

const Created = z.object({ id: z.string() })

/** The number of calls of a failing property. Without it, a slow server would be busy for long. */
const maxShrinks = 100

/** The client, fixtures and controls that a law uses, and its findings. */
export class LawContext {
  readonly api: Api
  readonly fixtures: Fixtures
  readonly options: LawContextOptions
  readonly findings: Map<string, Finding>
  readonly #promise: string
  readonly #orders = new Set<string>()
  readonly #webhooks = new Set<string>()

  /** @param parent the context on another server, if this one is on a fresh server */
  constructor(options: LawContextOptions, promise: string, parent?: LawContext) {
    this.options = options
    this.#promise = promise
    this.findings = parent?.findings ?? new Map()
    const { server, connection } = options
    const observe = (exchange: Exchange) => this.#observe(exchange)
    this.api = new Api(server, connection, observe, parent !== undefined)
    this.fixtures = new Fixtures(this.api)
  }

  /** Collects the problems of a response, and the records that the law has created. */
  #observe(given: Exchange): Exchange {
    const exchange = this.options.observe(given)
    for (const { cause, message } of exchange.problems) this.#add(cause, message, exchange)
    const { sent, received } = exchange
    if (sent.headers?.authorization !== `Bearer ${this.api.key}`) return exchange
    if (received === undefined || received.status > 201) return exchange
    const { data } = Created.safeParse(jsonOrText(received.text))
    const request = `${sent.method} ${sent.path}`
    if (request === 'POST /v1/orders/create' && data) this.#orders.add(data.id)
    if (request === 'POST /v1/orders/cancel' && data) this.#orders.delete(data.id)
    if (request === 'POST /v1/webhooks' && data) this.#webhooks.add(data.id)
    if (sent.method === 'DELETE') this.#webhooks.delete(sent.path.slice('/v1/webhooks/'.length))
    return exchange
  }

  #add(what: string, message: string, exchange?: Exchange): void {
    // Causes are printed, and a server could name a field as it likes.
    const cause = what.replaceAll(/\p{Cc}+/gu, ' ')
    const operation = exchange && (operationOf(exchange.sent)?.id ?? 'outside the contract')
    const operations = new Set(operation === undefined ? [] : [operation])
    addFinding(this.findings, { cause, message, exchange, operations })
  }

  /**
   * Collects the error that ended the law, unless it follows from a response that breaks the document: whether the
   * promise is kept shows only when the response is right.
   */
  addError(error: unknown): void {
    const isAboutBody = ({ problems }: Exchange) => problems.some(({ part }) => part !== 'headers')
    if (error instanceof Violation) {
      const { exchange, message } = error
      const isNamed = ({ cause }: Problem) =>
        message.toLowerCase().includes(cause.split(' ').at(-1)?.toLowerCase() ?? '')
      if (exchange && (isAboutBody(exchange) || exchange.problems.some(isNamed))) return
      const operation = exchange && operationOf(exchange.sent)?.id
      const cause = message.replaceAll(/\b[a-z]{3}_[0-9a-f]{32}\b/g, '…').slice(0, 120)
      this.#add(operation ? `${operation}: ${cause}` : cause, message, exchange)
    } else if (
      ![...this.findings.values()].some(({ exchange }) => exchange && isAboutBody(exchange))
    )
      this.#add(this.#promise, error instanceof z.ZodError ? z.prettifyError(error) : `${error}`)
  }

  /**
   * Cancels the orders and deletes the subscriptions that the law created. Shipped orders remain.
   * @param kept orders and subscriptions to keep
   */
  async cleanUp(kept: ReadonlySet<string> = new Set()): Promise<void> {
    const created = (ids: ReadonlySet<string>) => [...ids].filter((id) => !kept.has(id))
    for (const orderId of created(this.#orders))
      await this.api.post('/v1/orders/cancel', { orderId })
    for (const id of created(this.#webhooks)) await this.api.delete(`/v1/webhooks/${id}`)
  }

  /** Returns a control that the law lists in `needs`. The runner has checked that the server has it. */
  control<Name extends keyof ServerControls>(name: Name): ServerControls[Name] {
    const control: ServerControls[Name] | undefined = this.options.server.controls?.[name]
    if (control === undefined) throw new Error(`The law uses ${name}. Add it to needs.`)
    return control
  }

  /** Runs a function on a new server of the same kind with fresh data and its own rate limit. */
  async onFresh(rateLimit: number, use: (context: LawContext) => Promise<void>): Promise<void> {
    const server = await this.control('fresh')(rateLimit)
    try {
      await use(new LawContext({ ...this.options, server }, this.#promise, this))
    } finally {
      await server.stop()
    }
  }

  /**
   * Checks a property with many values. Shrinks a failing value to the smallest one that fails in the same way.
   * Removes the records that a value created before the next one, so that they do not use up the stock.
   * @param runs the number of values; default: the suite's setting
   */
  async forAll<T>(
    values: fc.Arbitrary<T>,
    holds: (value: T) => Promise<void>,
    runs = this.options.runs,
  ): Promise<void> {
    let shrinks = 0
    let kind: string | undefined
    const kept = new Set([...this.#orders, ...this.#webhooks])
    const property = fc.asyncProperty(values, async (value) => {
      if (shrinks > maxShrinks) return
      if (shrinks > 0) shrinks++
      try {
        await holds(value)
      } catch (error) {
        shrinks ||= 1
        kind ??= kindOf(error)
        if (kindOf(error) === kind) throw error
      } finally {
        await this.cleanUp(kept)
      }
    })
    const seed = this.options.seed + numberOf(this.#promise)
    const details = await fc.check(property, { seed, numRuns: runs })
    if (!details.failed) return
    const { errorInstance: error, counterexample } = details
    if (error instanceof Violation || error instanceof MissingFixture) throw error
    if (error instanceof SuiteError) throw error
    const message = error instanceof Error ? error.message : error
    throw new Violation(`${message} (with ${fc.stringify(counterexample)})`)
  }
}

/** Returns the operation, the status and the subject of a violation, without its values. */
function kindOf(error: unknown): string {
  if (!(error instanceof Violation)) return String(Reflect.get(Object(error), 'name'))
  const { message, exchange } = error
  const [subject = ''] = message.split(/ must | is /)
  return `${exchange && operationOf(exchange.sent)?.id} ${exchange?.received?.status} ${subject.replaceAll(/\S*\d\S*/g, '…')}`
}

/** Hashes a name to a number, so that each law has its own seed. */
function numberOf(name: string): number {
  let hash = 0
  for (const letter of name) hash = (Math.imul(hash, 31) + (letter.codePointAt(0) ?? 0)) | 0
  return hash
}
