import {
  WebhookList,
  WebhookSubscription,
  WebhookSubscriptionWithSecret,
} from '../../generated/schemas.ts'
import type { components } from '../../generated/types.ts'
import type { Answer, Api, Ask } from './api.ts'
import { same } from './equal.ts'

type Schemas = components['schemas']
export type WithSecret = Schemas['WebhookSubscriptionWithSecret']

/** Hosts under which the suite subscribes; what is found there is its own to delete. */
const suffix = '.contract-tests.example.com'

/** A URL of the suite's own. */
export const hookUrl = (name: string, path = '/'): string => `https://${name}${suffix}${path}`

/** Whether a URL is one of the suite's. */
export const isOurs = (url: string): boolean => new URL(url).hostname.endsWith(suffix)

/** Asks something drawn at random; if that happens to subscribe somebody, they are taken off again. */
export const askTidily = async (api: Api, ask: Ask): Promise<Answer> => {
  const answer = await api.ask(ask)
  const created = WebhookSubscriptionWithSecret.safeParse(answer.body)
  if (answer.status === 201 && created.success) await api.delete(`/v1/webhooks/${created.data.id}`)
  return answer
}

/** Subscriptions, as laws work with them. */
export class Hooks {
  readonly #api: Api

  constructor(api: Api) {
    this.#api = api
  }

  async list(): Promise<Schemas['WebhookSubscription'][]> {
    return WebhookList.parse((await this.#api.get('/v1/webhooks')).body).webhooks
  }

  /** Subscribes; it must be possible. */
  async create(
    url: string,
    events: Schemas['EventName'][] = ['order.created'],
  ): Promise<WithSecret & { answer: Answer }> {
    const answer = await this.#api.post('/v1/webhooks', { url, events })
    same(answer.status, 201, 'the status', answer)
    return { ...WebhookSubscriptionWithSecret.parse(answer.body), answer }
  }

  /** Changes a subscription; it must be possible. */
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

  /** Deletes whatever the suite subscribed, also in a run that came to no end. */
  async clear(): Promise<void> {
    for (const { id, url } of await this.list())
      if (isOurs(url)) await this.#api.delete(`/v1/webhooks/${id}`)
  }
}
