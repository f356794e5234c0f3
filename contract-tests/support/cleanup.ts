import { z } from 'zod'
import type { Api } from './api.ts'
import type { Exchange } from './violation.ts'

const Identified = z.looseObject({ id: z.string() })

const idIn = (text: string): string | undefined => {
  try {
    return Identified.safeParse(JSON.parse(text)).data?.id
  } catch {
    return undefined
  }
}

/** Records the orders and subscriptions that a law creates, and removes them afterwards. */
export class Cleanup {
  readonly #orders = new Set<string>()
  readonly #webhooks = new Set<string>()

  /** Records what a response created or deleted. */
  record(
    { sent: { method = 'GET', path, headers = {} }, received: { status, text } }: Exchange,
    key: string,
  ): void {
    // Ignore resources of other accounts.
    if (headers.authorization !== `Bearer ${key}`) return
    const request = `${method} ${path}`
    const id = status === 200 || status === 201 ? idIn(text) : undefined
    if (request === 'POST /v1/orders/create' && id) this.#orders.add(id)
    if (request === 'POST /v1/orders/cancel' && id) this.#orders.delete(id)
    if (request === 'POST /v1/webhooks' && id) this.#webhooks.add(id)
    const [, deleted] = /^DELETE \/v1\/webhooks\/(.+)$/.exec(request) ?? []
    if (deleted && status === 200) this.#webhooks.delete(deleted)
  }

  /** Cancels orders and deletes subscriptions. Shipped orders remain. */
  async cleanUp(api: Api): Promise<void> {
    for (const orderId of [...this.#orders]) await api.post('/v1/orders/cancel', { orderId })
    for (const id of [...this.#webhooks]) await api.delete(`/v1/webhooks/${id}`)
  }
}
