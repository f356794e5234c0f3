import { html } from 'hono/html'
import { addSubscription, newSubscription } from '../../../actions/subscriptions.ts'
import { isRefusal, refusalText } from '../../../domain/refusal.ts'
import { newSecret } from '../../../domain/webhook-secret.ts'
import { listLastDeliveries } from '../../../store/last-deliveries.ts'
import { listSubscriptions } from '../../../store/webhooks.ts'
import type { Markup } from '../../kit/markup.ts'
import { portalFormErrorPage } from '../portal-error-page.ts'
import { portalPage } from '../portal-page.ts'
import type { PortalSite } from '../portal-site.ts'
import { formTokenOf, readPortalForm, type SignedInVisit } from '../portal-visit.ts'
import { newSecretView } from './new-secret-view.ts'
import {
  eventTexts,
  type FieldError,
  readSubscription,
  type SubscriptionInput,
} from './read-subscription.ts'
import { testScope } from './webhook-scopes.ts'
import { webhooksView } from './webhooks-view.ts'

const addScope = 'add-webhook'

type Rejected = { typed: SubscriptionInput; errors: readonly FieldError[] }

const nothingTyped: Rejected = { typed: { url: '', events: [] }, errors: [] }

const renderWebhooks = async (
  site: PortalSite,
  visit: SignedInVisit,
  status: number,
  rejected = nothingTyped,
  notice: Markup | '' = '',
) => {
  const { account, headers } = visit
  const [subscriptions, deliveries] = await Promise.all([
    listSubscriptions(site.store, account.id),
    listLastDeliveries(site.store, account.id),
  ])
  const form = { ...rejected, token: formTokenOf(visit, addScope) }
  const view = webhooksView(site, subscriptions, deliveries, form, notice)
  return portalPage(site, status, view, visit, headers)
}

/** Shows the account's subscriptions. */
export const showWebhooksPage = (site: PortalSite, visit: SignedInVisit): Promise<Response> => {
  const isDeleted = visit.context.req.query('deleted') !== undefined
  const notice = isDeleted
    ? html`<p class="notice good" role="status">The webhook is deleted.</p>`
    : ''
  return renderWebhooks(site, visit, 200, nothingTyped, notice)
}

const eventNames = [...eventTexts.keys()]

/** Adds a subscription and shows its secret once. The same form sent again adds none: the URL is taken. */
export const submitNewWebhook = async (
  site: PortalSite,
  visit: SignedInVisit,
): Promise<Response> => {
  const { account, now, headers } = visit
  const form = await readPortalForm(site, visit, addScope, ['url', ...eventNames])
  if (form.rejection) return portalFormErrorPage(site, form.rejection, headers)
  const events = eventNames.filter((name) => form.field(name) !== '')
  const typed = { url: form.field('url'), events }
  const { subscription: read, errors } = readSubscription(typed)
  if (errors) return renderWebhooks(site, visit, 422, { typed, errors })
  const made = newSubscription({ ...read, secret: newSecret() }, now)
  const added = isRefusal(made)
    ? made
    : (
        await site.store.write((transaction) =>
          addSubscription(transaction, account.id, made, site.seal),
        )
      )()
  if (isRefusal(added)) {
    const error = refusalText(added)
    return renderWebhooks(site, visit, 422, { typed, errors: [{ name: 'url', error }] })
  }
  const token = formTokenOf(visit, testScope(added.id))
  const view = newSecretView(site, added, token, 'Your new webhook')
  return portalPage(site, 201, view, visit, headers)
}
