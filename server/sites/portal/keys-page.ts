import { html } from 'hono/html'
import { issueKeyOnce } from '../../actions/issue-key.ts'
import { timestamp } from '../../domain/clock.ts'
import { newId, toId } from '../../domain/ids.ts'
import { keyNameProblem } from '../../domain/key-name.ts'
import { findApiKey, listApiKeys, revokeOwnApiKey } from '../../store/api-keys.ts'
import { seeOther } from '../kit/html-response.ts'
import { keysView, newKeyView, revokeView } from './keys-view.ts'
import { portalErrorPage, portalFormErrorPage } from './portal-error-page.ts'
import { portalPage } from './portal-page.ts'
import type { PortalSite } from './portal-site.ts'
import { formTokenOf, readPortalForm, type SignedInVisit } from './portal-visit.ts'

const createKeyScope = 'create-key'

type RejectedName = { name: string; error: string }

const renderKeys = async (
  site: PortalSite,
  visit: SignedInVisit,
  status: number,
  failed?: RejectedName,
) => {
  const { account, context, headers } = visit
  const keys = await listApiKeys(site.store, account.id)
  const revoked = context.req.query('revoked')
  const revokedKey = keys.find(({ id, revokedAt }) => id === revoked && revokedAt !== null)
  const form = { id: newId('key'), token: formTokenOf(visit, createKeyScope), name: '', ...failed }
  const notice = revokedKey
    ? html`<p class="notice good" role="status">${revokedKey.name} is revoked.</p>`
    : ''
  return portalPage(site, status, keysView(site, keys, form, notice), visit, headers)
}

export const showKeysPage = (site: PortalSite, visit: SignedInVisit) => renderKeys(site, visit, 200)

const idPattern = /^key_[0-9a-f]{32}$/

/** Creates a key and shows it once. The same form sent again creates no second key. */
export const submitNewKey = async (site: PortalSite, visit: SignedInVisit): Promise<Response> => {
  const { account, now, headers } = visit
  const form = await readPortalForm(site, visit, createKeyScope, ['id', 'name'])
  if (form.rejection) return portalFormErrorPage(site, form.rejection, headers)
  const [id, name] = [form.field('id'), form.field('name').trim()]
  if (!idPattern.test(id))
    return portalFormErrorPage(site, { status: 400, reason: 'The form is not ours.' }, headers)
  const error = keyNameProblem(name)
  if (error !== undefined) return renderKeys(site, visit, 422, { name, error })
  const key = await site.store.write((transaction) =>
    issueKeyOnce(transaction, account.id, { id: toId('key', id), name }, now),
  )
  if (key === undefined) return portalErrorPage(site, 'key-exists', headers)
  return portalPage(site, 201, newKeyView(site, name, key), visit, headers)
}

const revokePath = /\/keys\/(key_[0-9a-f]{32})\/revoke$/

/** Finds the account's key whose id is in the path. */
const findKeyOf = async (site: PortalSite, { account, context }: SignedInVisit) => {
  const id = revokePath.exec(context.req.path)?.[1]
  return id === undefined ? undefined : findApiKey(site.store, account.id, toId('key', id))
}

const revokeScope = (id: string) => `revoke ${id}`

export const showRevokePage = async (site: PortalSite, visit: SignedInVisit): Promise<Response> => {
  const key = await findKeyOf(site, visit)
  if (!key) return portalErrorPage(site, 'key-not-found', visit.headers)
  if (key.revokedAt !== null)
    return seeOther(`${site.base}/keys?revoked=${key.id}`, { ...site.headers, ...visit.headers })
  const view = revokeView(site, key, formTokenOf(visit, revokeScope(key.id)))
  return portalPage(site, 200, view, visit, visit.headers)
}

export const submitRevocation = async (
  site: PortalSite,
  visit: SignedInVisit,
): Promise<Response> => {
  const key = await findKeyOf(site, visit)
  if (!key) return portalErrorPage(site, 'key-not-found', visit.headers)
  const form = await readPortalForm(site, visit, revokeScope(key.id), [])
  if (form.rejection) return portalFormErrorPage(site, form.rejection, visit.headers)
  await site.store.write((transaction) =>
    revokeOwnApiKey(transaction, visit.account.id, key.id, timestamp(visit.now)),
  )
  return seeOther(`${site.base}/keys?revoked=${key.id}`, { ...site.headers, ...visit.headers })
}
