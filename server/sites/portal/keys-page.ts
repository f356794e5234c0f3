import { html } from 'hono/html'
import { issueKeyOnce } from '../../actions/issue-key.ts'
import { timestamp } from '../../domain/clock.ts'
import { newId, toId } from '../../domain/ids.ts'
import { keyNameProblem } from '../../domain/key-name.ts'
import { type ApiKey, findApiKey, listApiKeys, revokeApiKey } from '../../store/accounts.ts'
import { formError, inputField, readForm } from '../kit/forms.ts'
import { type Markup, PageError, pagePath, timeElement, type View } from '../kit/site.ts'
import {
  confirmation,
  docsLink,
  goTo,
  portalNotice,
  type SignedInVisit,
  secretField,
  signedIn,
  table,
} from './portal-page.ts'

const badge = ({ revokedAt }: ApiKey): Markup =>
  revokedAt === null
    ? html`<span class="badge good">Active</span>`
    : html`<span class="badge">Revoked</span>`

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
          ? html`<a class="action" href="${pagePath(site, `/keys/${key.id}/revoke`)}">Revoke<span class="visually-hidden"> ${key.name}, which ends in ${key.lastFour}</span></a>`
          : timeElement(key.revokedAt),
      ]),
  )

/**
 * Returns the page with the account's active keys, its revoked keys folded, and the form that creates
 * one. The form contains the key's id, so that sending it twice creates one key.
 */
const keysView = async (visit: SignedInVisit, name = '', error?: string): Promise<View> => {
  const { site, account, context } = visit
  const keys = await listApiKeys(site.store, account.id)
  const active = keys.filter(({ revokedAt }) => revokedAt === null)
  const revoked = keys.filter(({ revokedAt }) => revokedAt !== null)
  const justRevoked = revoked.find(({ id }) => id === context.req.query('revoked'))
  const field = { name: 'name', label: 'Key name', isRequired: true, autocomplete: 'off' }
  const errors = error === undefined ? [] : [{ name: 'name', error }]
  return {
    status: error === undefined ? 200 : 422,
    title: 'API keys',
    main: html`<h1>API keys</h1>
${justRevoked && portalNotice('good', `${justRevoked.name} is revoked.`)}
<p class="lead">A program that calls the API sends a key as <code>Authorization: Bearer …</code>. Create one key for each program. ${docsLink(site, 'authentication', 'How authentication works')}</p>
<form class="card create" method="post" action="${pagePath(site, '/keys')}" data-once="Creating…">
<input type="hidden" name="id" value="${newId('key')}">
<h2>Create a key</h2>
${inputField({ ...field, value: name }, errors)}
<p><button>Create key</button></p>
</form>
<section class="card" aria-labelledby="active">
<h2 id="active">${active.length === 0 ? 'You have no active keys' : 'Your keys'}</h2>
${active.length > 0 && keyTable(visit, active, '')}
</section>
${
  revoked.length > 0 &&
  html`<details class="card"><summary>Revoked keys (${revoked.length})</summary>
${keyTable(visit, revoked, 'Revoked')}</details>`
}`,
  }
}

const idPattern = /^key_[0-9a-f]{32}$/

/** Creates a key and shows it once (specification §5). The same form sent again creates no second key. */
const createKey = async (visit: SignedInVisit): Promise<View> => {
  const { site, context, account, now } = visit
  const field = await readForm(context, site)
  const [id, name] = [field('id'), field('name').trim()]
  if (!idPattern.test(id)) throw formError(400, 'The form is not valid.')
  const problem = keyNameProblem(name)
  if (problem !== undefined) return keysView(visit, name, problem)
  const key = await site.store.write((transaction) =>
    issueKeyOnce(transaction, account.id, { id: toId('key', id), name }, now),
  )
  if (key === undefined)
    throw new PageError({
      status: 409,
      title: 'This key was created already',
      text: 'A key is shown only once. If you didn’t copy it, revoke it and create another.',
    })
  return {
    status: 201,
    title: 'Your new key',
    main: html`<section class="card" aria-labelledby="new-key">
<h1 id="new-key">Your new key</h1>
<p><strong>Copy the key now. It is shown only once.</strong> We don’t store the full key.</p>
${secretField({ label: name, value: key, rows: 4 }, pagePath(site, '/keys'))}
</section>`,
  }
}

/** Finds the account's key whose id is in the path. */
const findKey = async ({ site, account, context }: SignedInVisit): Promise<ApiKey> => {
  const id = context.req.param('id') ?? ''
  const key = idPattern.test(id) && (await findApiKey(site.store, account.id, toId('key', id)))
  if (key) return key
  throw new PageError({
    status: 404,
    title: 'We couldn’t find this key',
    text: 'The account that you are signed in to has no such key.',
  })
}

/** Asks before a key is revoked. */
const revokePage = async (visit: SignedInVisit): Promise<View | Response> => {
  const { id, name, lastFour, revokedAt } = await findKey(visit)
  if (revokedAt !== null) return goTo(visit, `/keys?revoked=${id}`)
  const main = confirmation(visit, {
    title: `Revoke ${name}?`,
    text: html`Programs that send the key that ends in <code>${lastFour}</code> are rejected from their next request on. This can’t be undone.`,
    button: 'Revoke key',
    cancel: '/keys',
  })
  return { title: 'Revoke a key', main }
}

const revokeKey = async (visit: SignedInVisit): Promise<Response> => {
  const { site, context, account, now } = visit
  const { id } = await findKey(visit)
  await readForm(context, site)
  await site.store.write((transaction) => revokeApiKey(transaction, id, timestamp(now), account.id))
  return goTo(visit, `/keys?revoked=${id}`)
}

export const keyRoutes = signedIn({
  '/keys': { GET: (visit) => keysView(visit), POST: createKey },
  '/keys/:id/revoke': { GET: revokePage, POST: revokeKey },
})
