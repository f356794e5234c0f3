import { Client } from './client.ts'
import type { Exchange } from './exchange.ts'
import { buildRequest } from './requests.ts'
import type { RunContext } from './run-context.ts'
import { clients, type OperationName, type Step } from './steps.ts'
import type { Account } from './template.ts'
import { must, Violation } from './violation.ts'

/** Milliseconds that any request may take, with all that can be slow. */
export const longestWait = 30_000

/** Clients that take no part in `ask`: one checks that the server works, one belongs to the noisy account. */
export const observer = clients
export const noisyClient = clients + 1

type Choice = { operation: OperationName; n: number; m: number }

/** The clients of a run, and the requests that wait for their responses. */
export class Clients {
  readonly #context: RunContext
  readonly #clients: Client[]
  readonly #waiting = new Set<Exchange>()
  #asked = 0

  constructor(context: RunContext) {
    this.#context = context
    this.#clients = Array.from(
      { length: clients + 2 },
      (_, i) => new Client(`192.0.2.${i + 1}`, context.world),
    )
  }

  /** The requests without a response. */
  get waiting(): readonly Exchange[] {
    return [...this.#waiting]
  }

  /** Sends a request, and waits for its response if the step says so. */
  async ask({ client, wait, ...choice }: Extract<Step, { do: 'ask' }>): Promise<void> {
    const { template, world } = this.#context
    const account = template.accounts[client % template.accounts.length]
    const exchange = account && this.send(client, account, choice)
    if (wait === 'none' || !exchange) return
    const turns = world.time.turn + (choice.n % 9)
    if (wait === 'turns') return this.#context.run(0, () => world.time.turn >= turns)
    await this.#context.run(longestWait, () => exchange.received !== undefined)
    if (!world.faults.isDead) checkAnswered(exchange)
  }

  /** Returns the status of a page that needs no key. */
  async get(path: string): Promise<number | undefined> {
    return (await this.#client(clients).send({ path }))?.status
  }

  /** Sends a request of an account. Its response is checked as it arrives. */
  send(client: number, account: Account, choice: Choice): Exchange {
    const { world, laws, template } = this.#context
    const sender = this.#client(client)
    const marker = `${account.name}-ask${++this.#asked}`
    // Now and then a client uses an id of another account.
    const owners = choice.m % 8 === 1 ? template.accounts : [account]
    const known = {
      orders: owners.flatMap(({ name }) => laws.changes.ordersOf(name)),
      subscriptions: owners.flatMap(({ name }) => laws.subscriptions.idsOf(name)),
    }
    const { sent, target } = buildRequest({ ...choice, account, marker }, known)
    const exchange: Exchange = {
      marker,
      operation: choice.operation,
      account,
      address: sender.address,
      sent,
      target,
      startedAt: world.time.now,
      startedTurn: world.time.turn,
      faultsBefore: laws.faults,
      received: undefined,
    }
    const { method = 'GET', path, body = '' } = sent
    this.#context.note(`  ${marker} from ${sender.address} ${method} ${path} ${body}`)
    laws.started(exchange)
    this.#waiting.add(exchange)
    void sender.send(sent).then((received) => this.#receive(exchange, received ?? null))
    return exchange
  }

  /** Closes the connections of a client, or of all. */
  close(client?: number): void {
    for (const [i, each] of this.#clients.entries())
      if (client === undefined || i === client) each.close()
  }

  #client(number: number): Client {
    const client = this.#clients[number]
    if (!client) throw new Error(`There is no client ${number}`)
    return client
  }

  #receive(exchange: Exchange, received: Exchange['received']): void {
    const { laws, coverage } = this.#context
    exchange.received = received
    this.#waiting.delete(exchange)
    const status = received?.status
    const left = received?.headers['ratelimit-remaining']
    const outcome = received ? `${status}, ${left} requests left` : 'connection closed'
    this.#context.note(`  ${exchange.marker} → ${outcome}`)
    coverage.add(status === undefined ? 'lost response' : `status ${status}`)
    if (status && status < 300) coverage.add(`${exchange.operation} 2xx`)
    try {
      laws.answered(exchange)
    } catch (error) {
      laws.fail(
        error instanceof Violation
          ? error
          : new Violation('responses keep the contract', String(error)),
      )
    }
  }
}

/** Checks that a request got its response. @throws {Violation} */
export const checkAnswered = ({ received, marker, sent }: Exchange): void =>
  must(
    received !== undefined,
    'every request gets its response',
    () => `${marker} ${sent.method ?? 'GET'} ${sent.path} waits`,
  )
