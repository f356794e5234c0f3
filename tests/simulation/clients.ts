import { Agent } from 'node:http'
import { type Received, type Sent, send } from '../../contract-tests/support/http.ts'
import { buildRequest, type Exchange, pick } from './requests.ts'
import type { RunContext } from './run-context.ts'
import { clients, type OperationName, type Step } from './steps.ts'
import type { Account } from './template.ts'
import { must, Violation } from './violation.ts'

/** Milliseconds that any request may take, with all that can be slow. */
export const longestWait = 30_000

/** Clients that take no part in `ask`: one checks that the server works, one belongs to the noisy account. */
export const observer = clients
export const noisyClient = clients + 1

const addressOf = (client: number): string => `192.0.2.${client + 1}`

/** The clients of a run, and the requests that wait for their responses. */
export class Clients {
  readonly #context: RunContext
  /** The connections that each client keeps, by its address. */
  readonly #agents = new Map<string, Agent>()
  readonly #waiting = new Set<Exchange>()
  #asked = 0

  constructor(context: RunContext) {
    this.#context = context
  }

  get waiting(): readonly Exchange[] {
    return [...this.#waiting]
  }

  /** Sends a request, and waits for its response if the step says so. */
  async ask({ client, wait, operation, n, m }: Extract<Step, { do: 'ask' }>): Promise<void> {
    const { template, world } = this.#context
    const account = template.accounts[client % template.accounts.length]
    const exchange = account && this.send(client, account, operation, n, m)
    if (wait === 'none' || !exchange) return
    const turns = world.time.turn + (n % 9)
    if (wait === 'turns') return this.#context.run(0, () => world.time.turn >= turns)
    await this.#context.run(longestWait, () => exchange.received !== undefined)
    if (!world.faults.isDead) checkResponded(exchange)
  }

  /** Opens an invite of an account, at the same time from another address. */
  open({ client, n }: Extract<Step, { do: 'open' }>): Promise<void> {
    const { laws, template, instant, count } = this.#context
    const { name = '' } = template.accounts[client % template.accounts.length] ?? {}
    const invite = pick(laws.records.of(name, 'invite'), n)
    if (!invite) return this.#context.run(0)
    let isFirst = laws.deliveries.opens(invite.id)
    const before = laws.faults
    for (const by of [client, client + 1])
      void this.#transmit(addressOf(by), { path: `/i/${invite.slug}` }).then((received) => {
        if (received?.status !== 200) return
        count('invite opened')
        // The page is shown also if the database takes no writes.
        if (isFirst && laws.faults === before)
          laws.deliveries.expect(name, 'invite.viewed', invite.id, instant.moment)
        // Both openings count once.
        isFirst = false
      })
    return this.#context.run(0)
  }

  /** Returns the status of a page that needs no key. */
  async get(path: string): Promise<number | undefined> {
    return (await this.#transmit(addressOf(observer), { path }))?.status
  }

  /** Sends a request of an account. Its response is checked as it arrives. */
  send(client: number, account: Account, operation: OperationName, n: number, m: number): Exchange {
    const { laws, template } = this.#context
    const address = addressOf(client)
    const marker = `${account.name}-ask${++this.#asked}`
    // Now and then a client uses an id of another account, or the key that its account had before.
    const owners = m % 8 === 1 ? template.accounts : [account]
    const keys = laws.keys.filter((each) => each.account === account.name)
    const key = (m >= 97 ? keys.at(-2) : keys.at(-1))?.key ?? account.key
    const choice = { account, key, n, m, marker }
    const { sent, target } = buildRequest(operation, choice, (kind) =>
      owners.flatMap(({ name }) => laws.records.of(name, kind)),
    )
    const exchange: Exchange = {
      marker,
      operation,
      account,
      key,
      address,
      sent,
      target,
      started: this.#context.instant,
      ended: undefined,
      faultsBefore: laws.faults,
      received: undefined,
    }
    const { method = 'GET', path, body = '' } = sent
    this.#context.note(`  ${marker} from ${address} ${method} ${path} ${body}`)
    laws.started(exchange)
    this.#waiting.add(exchange)
    void this.#transmit(address, sent).then((received) => this.#receive(exchange, received))
    return exchange
  }

  close(client?: number): void {
    for (const [address, agent] of this.#agents)
      if (client === undefined || address === addressOf(client)) agent.destroy()
  }

  /** Returns a response. Null when the connection closes before. */
  #transmit(address: string, sent: Sent): Promise<Received | null> {
    const agent = this.#agents.get(address) ?? new Agent({ keepAlive: true })
    const createConnection = () => this.#context.world.network.connect(address)
    this.#agents.set(address, Object.assign(agent, { createConnection }))
    return send('http://server.test', sent, { agent }).catch(() => null)
  }

  #receive(exchange: Exchange, received: Received | null): void {
    const { laws, count, instant } = this.#context
    exchange.ended = instant
    exchange.received = received
    this.#waiting.delete(exchange)
    const status = received?.status
    const left = received?.headers['ratelimit-remaining']
    const outcome = received ? `${status}, ${left} requests left` : 'connection closed'
    this.#context.note(`  ${exchange.marker} → ${outcome}`)
    count(status === undefined ? 'lost response' : `status ${status}`)
    if (status && status < 300) count(`${exchange.operation} 2xx`)
    try {
      laws.responded(exchange)
    } catch (error) {
      const isViolation = error instanceof Violation
      laws.fail(isViolation ? error : new Violation('responses keep the contract', String(error)))
    }
  }
}

/** Checks that a request got its response. @throws {Violation} */
export const checkResponded = ({ received, marker, sent: { path } }: Exchange): void =>
  must(received !== undefined, 'every request gets its response', () => `${marker} ${path} waits`)
