import { html } from 'hono/html'
import { issueKeyOnce } from '../../actions/issue-key.ts'
import { timestamp } from '../../domain/clock.ts'
import { newId, toId } from '../../domain/ids.ts'
import { keyNameProblem } from '../../domain/key-name.ts'
import { type ApiKey, findApiKey, listApiKeys, revokeOwnApiKey } from '../../store/api-keys.ts'
import { hiddenField, hiddenTokenField, inputField } from '../kit/forms.ts'
import { type Markup, seeOther } from '../kit/pages.ts'
import {
  docsLink,
  formTokenOf,
  type PortalSite,
  type PortalView,
  portalErrorPage,
  portalFormErrorPage,
  portalPage,
  readPortalForm,
  type SignedInVisit,
  timeElement,
} from './portal-page.ts'

/** The form that creates a key. It contains the key's id, so that sending it twice creates one key. */
type CreateKeyForm = { id: string; token: string; name: string; error?: string | undefined }

const keyRow = (site: PortalSite, key: ApiKey): Markup => html`<tr>
<th scope="row">${key.name} <span class="badge${key.revokedAt === null && ' good'}">${key.revokedAt === null ? 'Active' : 'Revoked'}</span></th>
<td data-label="Ends in"><code>${key.lastFour}</code></td>
<td data-label="Created">${timeElement(key.createdAt)}</td>
<td data-label="Last used">${key.lastUsedAt === null ? 'Never' : timeElement(key.lastUsedAt)}</td>
${
  key.revokedAt === null
    ? html`<td><a class="action" href="${site.base}/keys/${key.id}/revoke">Revoke<span class="visually-hidden"> ${key.name}, which ends in ${key.lastFour}</span></a></td>`
    : html`<td data-label="Revoked">${timeElement(key.revokedAt)}</td>`
}
</tr>`

const keyTable = (site: PortalSite, keys: readonly ApiKey[], last: Markup): Markup =>
  html`<table class="stacked"><thead><tr><th scope="col">Key</th><th scope="col">Ends in</th><th scope="col">Created</th><th scope="col">Last used</th><th scope="col">${last}</th></tr></thead>
<tbody>${keys.map((key) => keyRow(site, key))}</tbody></table>`

/** Returns the account's active keys, its revoked keys folded, newest first, and the form that creates one. */
const keysView = (
  site: PortalSite,
  keys: readonly ApiKey[],
  form: CreateKeyForm,
  notice: Markup | '' = '',
): PortalView => {
  const active = keys.filter(({ revokedAt }) => revokedAt === null).toReversed()
  const revoked = keys.filter(({ revokedAt }) => revokedAt !== null).toReversed()
  const action = html`<span class="visually-hidden">Action</span>`
  return {
    title: 'API keys',
    path: '/keys',
    main: html`<h1>API keys</h1>
${notice}
<p class="lead">A program that calls the API sends a key as <code>Authorization: Bearer …</code>. Create one key for each program. ${docsLink(site, 'authentication', 'How authentication works')}</p>
<form class="card create" method="post" action="${site.base}/keys" data-once="Creating…">
<h2>Create a key</h2>
${hiddenTokenField(form.token)}
${hiddenField('id', form.id)}
${inputField({
  name: 'name',
  label: 'Key name',
  value: form.name,
  isRequired: true,
  autocomplete: 'off',
  error: form.error,
})}
<p><button>Create key</button></p>
</form>
<section class="card" aria-labelledby="active">
<h2 id="active">${active.length === 0 ? 'You have no active keys' : 'Your keys'}</h2>
${active.length > 0 && keyTable(site, active, action)}
</section>
${
  revoked.length > 0 &&
  html`<details class="card"><summary>Revoked keys (${revoked.length})</summary>
${keyTable(site, revoked, html`Revoked`)}</details>`
}`,
  }
}

/** Returns the page of a new key. No later page shows the key (specification §5). */
const newKeyView = (site: PortalSite, name: string, key: string): PortalView => ({
  title: 'Your new key',
  path: '/keys',
  main: html`<section class="card" aria-labelledby="new-key">
<h1 id="new-key">Your new key</h1>
<p><strong>Copy the key now. It is shown only once.</strong> We don’t store the full key.</p>
<div class="field">
<label for="key">${name}</label>
<textarea id="key" readonly rows="4" spellcheck="false" autocomplete="off">${key}</textarea>
</div>
<p class="row"><button type="button" data-copy="key" hidden>Copy</button> <a href="${site.base}/keys">Done</a></p>
<p class="visually-hidden" role="status" id="copied"></p>
</section>`,
})

/** Returns the confirmation page for a revocation, which cannot be undone. */
const revokeView = (site: PortalSite, key: ApiKey, token: string): PortalView => ({
  title: 'Revoke a key',
  path: '/keys',
  main: html`<form class="card" method="post" action="${site.base}/keys/${key.id}/revoke" data-once="Revoking…">
<h1>Revoke ${key.name}?</h1>
<p>Programs that send the key that ends in <code>${key.lastFour}</code> are rejected from their next request on. This can’t be undone.</p>
${hiddenTokenField(token)}
<p class="row"><button class="danger">Revoke key</button> <a href="${site.base}/keys">Cancel</a></p>
</form>`,
})

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
