import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { mayReach } from '../../server/events/egress.ts'
import type { RunContext } from './run-context.ts'
import type { Behaviour } from './steps.ts'
import { Violation } from './violation.ts'
import type { Outside } from './world/network.ts'

/** The subscribers' names, addresses and servers. Endpoints with `silent` in their name never respond. */
export class Subscribers implements Outside {
  readonly #context: RunContext
  readonly #behaviours = new Map<string, Behaviour>()

  constructor(context: RunContext) {
    this.#context = context
  }

  behave(host: string, behaviour: Behaviour): void {
    this.#behaviours.set(host, behaviour)
  }

  resolve(host: string): readonly string[] | string | undefined {
    if (host.includes('silent')) return undefined
    const behaviour = this.#behaviours.get(host) ?? 'accepts'
    if (behaviour === 'nameless' || behaviour === 'unresolved' || behaviour === 'private')
      this.#meet(behaviour)
    if (behaviour === 'nameless') return 'ENOTFOUND'
    if (behaviour === 'unresolved') return undefined
    return behaviour === 'private' ? ['10.0.0.7', '93.184.216.34'] : ['93.184.216.34']
  }

  dial(host: string, address: string): boolean {
    if (!mayReach(address) || host.includes('redirected'))
      this.#context.laws.fail(
        new Violation('no connection goes to a private address', `${host} at ${address}`),
      )
    this.#context.laws.deliveries.underway(host, 1)
    const isRefused = this.#behaviours.get(host) === 'refuses'
    if (isRefused) this.#meet('refuses')
    return !isRefused
  }

  closed(host: string): void {
    this.#context.laws.deliveries.underway(host, -1)
  }

  serve(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const host = String(incoming.headers.host).split(':')[0] ?? ''
    text(incoming)
      .then((body) => {
        const behaviour = this.#behaviours.get(host) ?? 'accepts'
        this.#meet(behaviour)
        this.#context.note(`  ${incoming.headers['x-webhook-event']} arrives at ${host}`)
        this.#context.laws.deliveries.arrives(host, incoming.headers, body)
        this.#respond(behaviour, outgoing)
      })
      .catch((error: unknown) => {
        if (error instanceof Violation) this.#context.laws.fail(error)
      })
  }

  #respond(behaviour: Behaviour, outgoing: ServerResponse): void {
    if (behaviour === 'silent') return
    if (behaviour === 'resets') outgoing.socket?.destroy()
    else if (behaviour === 'slow') setTimeout(() => outgoing.end(), 3000)
    else if (behaviour === 'redirects')
      outgoing.writeHead(302, { location: 'https://redirected.example/' }).end()
    else outgoing.writeHead(behaviour === 'fails' ? 500 : 200).end('thanks')
  }

  #meet(behaviour: Behaviour): void {
    this.#context.count(`endpoint ${behaviour}`)
  }
}
