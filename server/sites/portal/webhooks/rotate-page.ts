import { changeFoundSubscription } from '../../../actions/subscriptions.ts'
import { secretDigest } from '../../../domain/portal.ts'
import { newSecret } from '../../../domain/webhook-secret.ts'
import { findSubscription } from '../../../store/webhooks.ts'
import { portalErrorPage, portalFormErrorPage } from '../portal-error-page.ts'
import { portalPage } from '../portal-page.ts'
import { formTokenOf, readPortalForm } from '../portal-visit.ts'
import { newSecretView } from './new-secret-view.ts'
import { withWebhook } from './webhook-page.ts'
import { rotateScope, testScope } from './webhook-scopes.ts'
import { rotateView } from './webhook-view.ts'

/** Returns a text that changes with the secret and does not disclose it. */
const versionOf = (secret: string): string => secretDigest(`version ${secret}`)

export const showRotatePage = withWebhook((site, visit, subscription) => {
  const { id, secret } = subscription
  const token = formTokenOf(visit, rotateScope(id))
  const view = rotateView(site, subscription, token, versionOf(secret))
  return portalPage(site, 200, view, visit, visit.headers)
})

/** Rotates the secret and shows the new one once. The same form sent again does not rotate again. */
export const submitRotation = withWebhook(async (site, visit, subscription) => {
  const { account, now, headers } = visit
  const { id } = subscription
  const form = await readPortalForm(site, visit, rotateScope(id), ['version'])
  if (form.rejection) return portalFormErrorPage(site, form.rejection, headers)
  const version = form.field('version')
  const secret = newSecret()
  const after = await site.store.write(async (transaction) => {
    const found = await findSubscription(transaction, account.id, id)
    if (!found) return 'webhook-not-found'
    if (versionOf(found.secret) !== version) return 'secret-rotated'
    const changes = { secret: site.seal(secret) }
    return changeFoundSubscription(transaction, account.id, found, changes, now)
  })
  if (typeof after === 'string') return portalErrorPage(site, after, headers)
  const token = formTokenOf(visit, testScope(id))
  const view = newSecretView(site, { ...after, secret }, token, 'Your new signing secret')
  return portalPage(site, 200, view, visit, headers)
})
