import type { components } from '../../generated/types.ts'
import {
  WebhookList,
  WebhookSubscription,
  WebhookSubscriptionWithSecret,
} from '../../generated/zod/schemas.ts'
import { type Api, type ApiResponse, read } from './api.ts'
import { hookSuffix } from './fixtures.ts'
import type { LawBody, LawContext } from './law.ts'

type Schemas = components['schemas']

export class Subscriptions {
  readonly #api: Api

  constructor(api: Api) {
    this.#api = api
  }

  async list(): Promise<Schemas['WebhookSubscription'][]> {
    return read(WebhookList, await this.#api.get('/v1/webhooks')).webhooks
  }

  async create(url: string, events: Schemas['EventName'][] = ['order.created']) {
    const response = await this.#api.post('/v1/webhooks', { url, events })
    const { secret, ...hook } = read(WebhookSubscriptionWithSecret, response, 201)
    return { ...hook, hook, secret, response }
  }

  async update(id: string, change: Schemas['WebhookUpdate']) {
    return read(WebhookSubscription, await this.#api.put(`/v1/webhooks/${id}`, change))
  }

  async rotate(id: string) {
    const response = await this.#api.post(`/v1/webhooks/${id}/rotate-secret`)
    return { ...read(WebhookSubscriptionWithSecret, response), response }
  }

  test(id: string): Promise<ApiResponse> {
    return this.#api.post(`/v1/webhooks/${id}/test`)
  }
}

export const hookUrl = (name: string, path = '/'): string => `https://${name}${hookSuffix}${path}`

/** Returns whether the suite created the subscription of a URL. */
export const isOurs = (url: string): boolean =>
  URL.parse(url)?.hostname.endsWith(hookSuffix) === true

/** Defines a law about subscriptions. Deletes the suite's subscriptions of aborted runs before it. */
export const hookLaw = (
  source: string,
  run: (context: LawContext, subscriptions: Subscriptions) => Promise<void>,
  more: Pick<LawBody, 'needs' | 'shows'> = {},
): LawBody => ({
  source,
  ...more,
  async run(context) {
    const subscriptions = new Subscriptions(context.api)
    for (const { id, url } of await subscriptions.list())
      if (isOurs(url)) await context.api.delete(`/v1/webhooks/${id}`)
    await run(context, subscriptions)
  },
})
