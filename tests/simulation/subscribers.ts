import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { mayReach } from '../../server/deliveries/egress.ts'
import type { RunContext } from './run-context.ts'
import type { Behaviour } from './steps.ts'
import { Violation } from './violation.ts'
import type { Outside } from './world/network.ts'

/** The subscribers' names, addresses and servers. Endpoints with `silent` in their name never respond. */
export class Subscribers implements Outside {
  readonly #context: RunContext

  constructor(context: RunContext) {
    this.#context = context
  }

  resolve(host: string): readonly string[] | undefined {
    if (host.includes('silent')) return undefined
    const isPrivate = this.#meet(host, 'private') === 'private'
    return isPrivate ? ['10.0.0.7', '93.184.216.34'] : ['93.184.216.34']
  }

  dial(host: string, address: string): boolean {
    const { laws } = this.#context
    if (!mayReach(address))
      laws.fail(new Violation('no connection goes to a private address', `${host} at ${address}`))
    return this.#meet(host, 'refuses') !== 'refuses'
  }

  serve(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { laws } = this.#context
    const url = new URL(`https://${incoming.headers.host}${incoming.url}`)
    text(incoming)
      .then((body) => {
        const behaviour = this.#meet(url.hostname)
        this.#context.note(`  ${incoming.headers['x-webhook-event']} arrives at ${url}`)
        laws.deliveries.arrives(url, incoming.headers, body)
        this.#respond(behaviour, outgoing)
      })
      .catch((error: unknown) => {
        if (error instanceof Violation) laws.fail(error)
      })
  }

  #respond(behaviour: Behaviour, outgoing: ServerResponse): void {
    if (behaviour === 'silent') return
    if (behaviour === 'slow') setTimeout(() => outgoing.end(), 3000)
    else outgoing.writeHead(behaviour === 'fails' ? 500 : 200).end('thanks')
  }

  /** Returns how an endpoint behaves. Counts that, unless it shows elsewhere than among some behaviours. */
  #meet(host: string, ...among: Behaviour[]): Behaviour {
    const { behaviour } = this.#context.laws.deliveries.endpoint(host)
    if (among.length === 0 || among.includes(behaviour))
      this.#context.count(`endpoint ${behaviour}`)
    return behaviour
  }
}
