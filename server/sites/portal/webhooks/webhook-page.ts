import { html } from 'hono/html'
import { toId } from '../../../domain/ids.ts'
import { refusalText } from '../../../domain/refusal.ts'
import type { Subscription } from '../../../store/columns/webhook-columns.ts'
import { type LastDelivery, listLastDeliveries } from '../../../store/last-deliveries.ts'
import { findSubscription } from '../../../store/webhooks.ts'
import type { Markup } from '../../kit/markup.ts'
import { portalErrorPage, portalFormErrorPage } from '../portal-error-page.ts'
import { portalPage } from '../portal-page.ts'
import type { PortalSite } from '../portal-site.ts'
import { formTokenOf, readPortalForm, type SignedInVisit } from '../portal-visit.ts'
import { testScope } from './webhook-scopes.ts'
import { webhookView } from './webhook-view.ts'

type WebhookHandler = (
  site: PortalSite,
  visit: SignedInVisit,
  subscription: Subscription,
) => Response | Promise<Response>

const webhookPath = /\/webhooks\/(whk_[0-9a-f]{32})(?:\/|$)/

/** Finds the account's subscription whose id is in the path. */
const findWebhookOf = async (site: PortalSite, { account, context }: SignedInVisit) => {
  const id = webhookPath.exec(context.req.path)?.[1]
  return id === undefined ? undefined : findSubscription(site.store, account.id, toId('whk', id))
}

const notFound = (site: PortalSite, { headers }: SignedInVisit): Promise<Response> =>
  portalErrorPage(site, 'webhook-not-found', headers)

/** Wraps a handler of a subscription. Its id is in the path. */
export const withWebhook =
  (handle: WebhookHandler) =>
  async (site: PortalSite, visit: SignedInVisit): Promise<Response> => {
    const subscription = await findWebhookOf(site, visit)
    return subscription ? handle(site, visit, subscription) : notFound(site, visit)
  }

const renderWebhook = (
  site: PortalSite,
  visit: SignedInVisit,
  subscription: Subscription,
  delivery: LastDelivery | undefined,
  status = 200,
  notice: Markup | '' = '',
) => {
  const token = formTokenOf(visit, testScope(subscription.id))
  const view = webhookView(site, subscription, delivery, token, notice)
  return portalPage(site, status, view, visit, visit.headers)
}

export const showWebhookPage = async (
  site: PortalSite,
  visit: SignedInVisit,
): Promise<Response> => {
  const [subscription, deliveries] = await Promise.all([
    findWebhookOf(site, visit),
    listLastDeliveries(site.store, visit.account.id),
  ])
  return subscription
    ? renderWebhook(site, visit, subscription, deliveries.get(subscription.id))
    : notFound(site, visit)
}

const problem = (text: string): Markup => html`<p class="notice bad" role="alert">${text}</p>`

/** Sends a test delivery and shows its result. An account has one test at a time. */
export const submitTest = withWebhook(async (site, visit, subscription) => {
  const { account, now, headers } = visit
  const { id } = subscription
  const form = await readPortalForm(site, visit, testScope(id), [])
  if (form.rejection) return portalFormErrorPage(site, form.rejection, headers)
  const rejected = async (status: number, text: string) => {
    const last = (await listLastDeliveries(site.store, account.id)).get(id)
    return renderWebhook(site, visit, subscription, last, status, problem(text))
  }
  if (!subscription.active) return rejected(409, refusalText({ refused: 'webhook-not-active' }))
  if (site.testing.has(account.id))
    return rejected(429, 'A test is in progress. Try again when it is done.')
  site.testing.add(account.id)
  try {
    const result = await site.testWebhook(account.id, subscription, () =>
      findSubscription(site.store, account.id, id),
    )
    const { success, statusCode, error } = result
    const notice = success
      ? html`<p class="notice good" role="status">The test was delivered. Your receiver returned ${statusCode}.</p>`
      : problem(`The test failed. ${error}`)
    const reason = statusCode === null ? error : null
    const delivery: LastDelivery = { event: 'webhook.test', at: now, statusCode, error: reason }
    return renderWebhook(site, visit, subscription, delivery, 200, notice)
  } finally {
    site.testing.delete(account.id)
  }
})
