import {
  WebhookList,
  WebhookSubscription,
  WebhookSubscriptionWithSecret,
} from '../../generated/schemas.ts'
import type { components } from '../../generated/types.ts'
import type { Api, ApiRequest, ApiResponse } from './api.ts'
import { same } from './assertions.ts'
import type { AreaLaw, Law } from './law.ts'
import type { LawContext } from './law-context.ts'

type Schemas = components['schemas']
export type WithSecret = Schemas['WebhookSubscriptionWithSecret']

/** The host suffix of the suite's subscriptions. The suite deletes subscriptions with it. */
const suffix = '.contract-tests.example.com'

/** Returns a subscription URL of the suite. */
export const hookUrl = (name: string, path = '/'): string => `https://${name}${suffix}${path}`

/** Returns whether the suite created the subscription of a URL. */
export const isOurs = (url: string): boolean => new URL(url).hostname.endsWith(suffix)

/** Sends a random request. Deletes the subscription if it created one. */
export const sendTidily = async (api: Api, request: ApiRequest): Promise<ApiResponse> => {
  const response = await api.send(request)
  const created = WebhookSubscriptionWithSecret.safeParse(response.body)
  if (response.status === 201 && created.success)
    await api.delete(`/v1/webhooks/${created.data.id}`)
  return response
}

/** Manages subscriptions for laws. */
export class Hooks {
  readonly #api: Api

  constructor(api: Api) {
    this.#api = api
  }

  async list(): Promise<Schemas['WebhookSubscription'][]> {
    return WebhookList.parse((await this.#api.get('/v1/webhooks')).body).webhooks
  }

  /** Creates a subscription. Throws if that fails. */
  async create(
    url: string,
    events: Schemas['EventName'][] = ['order.created'],
  ): Promise<WithSecret & { response: ApiResponse }> {
    const response = await this.#api.post('/v1/webhooks', { url, events })
    same(response.status, 201, 'the status', response)
    return { ...WebhookSubscriptionWithSecret.parse(response.body), response }
  }

  /** Updates a subscription. Throws if that fails. */
  async update(
    id: string,
    change: Schemas['WebhookUpdate'],
  ): Promise<Schemas['WebhookSubscription']> {
    const response = await this.#api.put(`/v1/webhooks/${id}`, change)
    same(response.status, 200, 'the status', response)
    return WebhookSubscription.parse(response.body)
  }

  async rotate(id: string): Promise<WithSecret & { response: ApiResponse }> {
    const response = await this.#api.post(`/v1/webhooks/${id}/rotate-secret`)
    same(response.status, 200, 'the status', response)
    return { ...WebhookSubscriptionWithSecret.parse(response.body), response }
  }

  /** Deletes the suite's subscriptions, also those of aborted runs. */
  async clear(): Promise<void> {
    for (const { id, url } of await this.list())
      if (isOurs(url)) await this.#api.delete(`/v1/webhooks/${id}`)
  }
}

/** Wraps a law about subscriptions: deletes the suite's subscriptions before and after it. */
export const hookLaw = (
  promise: string,
  source: string,
  run: (context: LawContext, hooks: Hooks) => Promise<void>,
  more: Pick<Law, 'needs' | 'shows'> = {},
): AreaLaw => ({
  promise,
  source,
  ...more,
  run: async (context) => {
    const hooks = new Hooks(context.api)
    await hooks.clear()
    try {
      await run(context, hooks)
    } finally {
      await hooks.clear()
    }
  },
})
