import {
  WebhookList,
  WebhookSubscription,
  WebhookSubscriptionWithSecret,
} from '../../generated/schemas.ts'
import type { components } from '../../generated/types.ts'
import type { Answer, Api, Ask } from './api.ts'
import { same } from './assertions.ts'

type Schemas = components['schemas']
export type WithSecret = Schemas['WebhookSubscriptionWithSecret']

/** The host suffix of the suite's subscriptions. The suite deletes subscriptions with it. */
const suffix = '.contract-tests.example.com'

/** Returns a subscription URL of the suite. */
export const hookUrl = (name: string, path = '/'): string => `https://${name}${suffix}${path}`

/** Returns whether the suite created the subscription of a URL. */
export const isOurs = (url: string): boolean => new URL(url).hostname.endsWith(suffix)

/** Sends a random request. Deletes the subscription if it created one. */
export const askTidily = async (api: Api, ask: Ask): Promise<Answer> => {
  const answer = await api.ask(ask)
  const created = WebhookSubscriptionWithSecret.safeParse(answer.body)
  if (answer.status === 201 && created.success) await api.delete(`/v1/webhooks/${created.data.id}`)
  return answer
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
  ): Promise<WithSecret & { answer: Answer }> {
    const answer = await this.#api.post('/v1/webhooks', { url, events })
    same(answer.status, 201, 'the status', answer)
    return { ...WebhookSubscriptionWithSecret.parse(answer.body), answer }
  }

  /** Updates a subscription. Throws if that fails. */
  async update(
    id: string,
    change: Schemas['WebhookUpdate'],
  ): Promise<Schemas['WebhookSubscription']> {
    const answer = await this.#api.put(`/v1/webhooks/${id}`, change)
    same(answer.status, 200, 'the status', answer)
    return WebhookSubscription.parse(answer.body)
  }

  async rotate(id: string): Promise<WithSecret & { answer: Answer }> {
    const answer = await this.#api.post(`/v1/webhooks/${id}/rotate-secret`)
    same(answer.status, 200, 'the status', answer)
    return { ...WebhookSubscriptionWithSecret.parse(answer.body), answer }
  }

  /** Deletes the suite's subscriptions, also those of aborted runs. */
  async clear(): Promise<void> {
    for (const { id, url } of await this.list())
      if (isOurs(url)) await this.#api.delete(`/v1/webhooks/${id}`)
  }
}
