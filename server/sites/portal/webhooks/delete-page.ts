import { deleteSubscription } from '../../../store/webhooks.ts'
import { seeOther } from '../../kit/html-response.ts'
import { portalFormErrorPage } from '../portal-error-page.ts'
import { portalPage } from '../portal-page.ts'
import { formTokenOf, readPortalForm } from '../portal-visit.ts'
import { withWebhook } from './webhook-page.ts'
import { deleteScope } from './webhook-scopes.ts'
import { deleteView } from './webhook-view.ts'

export const showDeletePage = withWebhook((site, visit, subscription) => {
  const view = deleteView(site, subscription, formTokenOf(visit, deleteScope(subscription.id)))
  return portalPage(site, 200, view, visit, visit.headers)
})

export const submitDeletion = withWebhook(async (site, visit, { id }) => {
  const form = await readPortalForm(site, visit, deleteScope(id), [])
  if (form.rejection) return portalFormErrorPage(site, form.rejection, visit.headers)
  await site.store.write((transaction) => deleteSubscription(transaction, visit.account.id, id))
  return seeOther(`${site.base}/webhooks?deleted`, { ...site.headers, ...visit.headers })
})
