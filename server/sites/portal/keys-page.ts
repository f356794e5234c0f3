import { html } from 'hono/html'
import { issueKeyOnce } from '../../actions/issue-key.ts'
import { timestamp } from '../../domain/clock.ts'
import { newId, toId } from '../../domain/ids.ts'
import { keyNameProblem } from '../../domain/key-name.ts'
import { type ApiKey, findApiKey, listApiKeys, revokeApiKey } from '../../store/api-keys.ts'
import { formError, inputField } from '../kit/forms.ts'
import { type Markup, type Routes, timeElement } from '../kit/site.ts'
import {
  confirmation,
  docsLink,
  goTo,
  type PortalVisit,
  portalError,
  portalForm,
  portalNotice,
  portalPage,
  portalPath,
  readPortalForm,
  type SignedInVisit,
  secretField,
  signedIn,
  table,
} from './portal-page.ts'

const createScope = 'create-key'

const badge = ({ revokedAt }: ApiKey): Markup =>
  revokedAt === null
    ? html`<span class="badge good">Active</span>`
    : html`<span class="badge">Revoked</span>`

const revokePathOf = ({ id }: Pick<ApiKey, 'id'>): string => `/keys/${id}/revoke`

/** Returns keys as a table, newest first. `last` is the heading of the last column. */
const keyTable = ({ site }: SignedInVisit, keys: readonly ApiKey[], last: string): Markup =>
  table(
    ['Key', 'Ends in', 'Created', 'Last used', last],
    keys
      .toReversed()
      .map((key) => [
        html`${key.name} ${badge(key)}`,
        html`<code>${key.lastFour}</code>`,
        timeElement(key.createdAt),
        key.lastUsedAt === null ? html`Never` : timeElement(key.lastUsedAt),
        key.revokedAt === null
          ? html`<a class="action" href="${portalPath(site, revokePathOf(key))}">Revoke<span class="visually-hidden"> ${key.name}, which ends in ${key.lastFour}</span></a>`
          : timeElement(key.revokedAt),
      ]),
  )

/**
 * Shows the account's active keys, its revoked keys folded, and the form that creates one. The form
 * contains the key's id, so that sending it twice creates one key.
 */
const renderKeys = async (visit: SignedInVisit, status: number, name = '', error?: string) => {
  const { site, account, context } = visit
  const keys = await listApiKeys(site.store, account.id)
  const active = keys.filter(({ revokedAt }) => revokedAt === null)
  const revoked = keys.filter(({ revokedAt }) => revokedAt !== null)
  const justRevoked = revoked.find(({ id }) => id === context.req.query('revoked'))
  const keyName = { name: 'name', label: 'Key name', isRequired: true, autocomplete: 'off' }
  const createForm = portalForm(
    visit,
    {
      path: '/keys',
      scope: createScope,
      hidden: { id: newId('key') },
      class: 'card create',
      once: 'Creating…',
    },
    html`<h2>Create a key</h2>
${inputField({ ...keyName, value: name }, error === undefined ? [] : [{ name: 'name', error }])}
<p><button>Create key</button></p>`,
  )
  return portalPage(visit, status, '/keys', {
    title: 'API keys',
    main: html`<h1>API keys</h1>
${justRevoked && portalNotice('good', `${justRevoked.name} is revoked.`)}
<p class="lead">A program that calls the API sends a key as <code>Authorization: Bearer …</code>. Create one key for each program. ${docsLink(site, 'authentication', 'How authentication works')}</p>
${createForm}
<section class="card" aria-labelledby="active">
<h2 id="active">${active.length === 0 ? 'You have no active keys' : 'Your keys'}</h2>
${active.length > 0 && keyTable(visit, active, '')}
</section>
${
  revoked.length > 0 &&
  html`<details class="card"><summary>Revoked keys (${revoked.length})</summary>
${keyTable(visit, revoked, 'Revoked')}</details>`
}`,
  })
}

const showKeysPage = signedIn((visit) => renderKeys(visit, 200))

const idPattern = /^key_[0-9a-f]{32}$/

/** Creates a key and shows it once (specification §5). The same form sent again creates no second key. */
const submitNewKey = signedIn(async (visit) => {
  const { site, account, now } = visit
  const field = await readPortalForm(visit, createScope, ['id', 'name'])
  const [id, name] = [field('id'), field('name').trim()]
  if (!idPattern.test(id)) throw formError(400, 'The form is not ours.')
  const problem = keyNameProblem(name)
  if (problem !== undefined) return renderKeys(visit, 422, name, problem)
  const key = await site.store.write((transaction) =>
    issueKeyOnce(transaction, account.id, { id: toId('key', id), name }, now),
  )
  if (key === undefined) throw portalError('key-exists')
  return portalPage(visit, 201, '/keys', {
    title: 'Your new key',
    main: html`<section class="card" aria-labelledby="new-key">
<h1 id="new-key">Your new key</h1>
<p><strong>Copy the key now. It is shown only once.</strong> We don’t store the full key.</p>
${secretField({ label: name, value: key, rows: 4 }, portalPath(site, '/keys'))}
</section>`,
  })
})

const revokePattern = /\/keys\/(key_[0-9a-f]{32})\/revoke$/

/** Wraps a handler of the account's key whose id is in the path. */
const withKey = (handle: (visit: SignedInVisit, key: ApiKey) => Response | Promise<Response>) =>
  signedIn(async (visit) => {
    const { site, account, context } = visit
    const [, id] = revokePattern.exec(context.req.path) ?? []
    const key = id === undefined ? id : await findApiKey(site.store, account.id, toId('key', id))
    if (!key) throw portalError('key-not-found')
    return handle(visit, key)
  })

const revokeScope = ({ id }: ApiKey): string => `revoke ${id}`

const showRevokePage = withKey((visit, key) => {
  if (key.revokedAt !== null) return goTo(visit, `/keys?revoked=${key.id}`)
  const main = confirmation(visit, {
    path: revokePathOf(key),
    scope: revokeScope(key),
    title: `Revoke ${key.name}?`,
    text: html`Programs that send the key that ends in <code>${key.lastFour}</code> are rejected from their next request on. This can’t be undone.`,
    button: 'Revoke key',
    once: 'Revoking…',
    cancel: '/keys',
  })
  return portalPage(visit, 200, '/keys', { title: 'Revoke a key', main })
})

const submitRevocation = withKey(async (visit, key) => {
  await readPortalForm(visit, revokeScope(key))
  await visit.site.store.write((transaction) =>
    revokeApiKey(transaction, key.id, timestamp(visit.now), visit.account.id),
  )
  return goTo(visit, `/keys?revoked=${key.id}`)
})

export const keyRoutes: Routes<PortalVisit> = {
  '/keys': { GET: showKeysPage, POST: submitNewKey },
  '/keys/:id/revoke': { GET: showRevokePage, POST: submitRevocation },
}
