import { html } from 'hono/html'
import { issueKeyOnce } from '../../actions/issue-key.ts'
import { keyNameProblem } from '../../domain/api-key.ts'
import { timestamp } from '../../domain/clock.ts'
import { newId, toId } from '../../domain/ids.ts'
import {
  type ApiKey,
  findApiKey,
  listKeysInPages,
  renameApiKey,
  revokeApiKey,
} from '../../store/accounts.ts'
import { formError, inputField, readForm } from '../kit/forms.ts'
import { listPage } from '../kit/list-page.ts'
import {
  goTo,
  type Markup,
  PageError,
  pagePath,
  type Site,
  table,
  timeElement,
  type View,
} from '../kit/site.ts'
import {
  accountField,
  confirmation,
  docsLink,
  formOf,
  notFound,
  portalNotice,
  readAccountForm,
  type SignedInVisit,
  secretField,
  signedIn,
} from './portal-visit.ts'

const badge = ({ revokedAt }: ApiKey): Markup =>
  revokedAt === null
    ? html`<span class="badge good">Active</span>`
    : html`<span class="badge">Revoked</span>`

/** Returns keys as a table. `last` is the heading of the last column. */
const keyTable = ({ site }: SignedInVisit, keys: readonly ApiKey[], last: string): Markup =>
  table(
    ['Key', 'Ends in', 'Created', 'Last used', last],
    keys.map((key) => [
      html`${key.name} ${badge(key)}`,
      html`<code>${key.lastFour}</code>`,
      timeElement(key.createdAt),
      key.lastUsedAt === null ? html`Never` : timeElement(key.lastUsedAt),
      key.revokedAt === null ? keyActions(site, key) : timeElement(key.revokedAt),
    ]),
  )

const keyActions = (site: Site, { id, name, lastFour }: ApiKey): Markup => {
  const link = (page: string, text: string) =>
    html`<a class="action" href="${pagePath(site, `/keys/${id}/${page}`)}">${text}<span class="visually-hidden"> ${name}, which ends in ${lastFour}</span></a>`
  return html`<span class="row">${link('rename', 'Rename')}${link('revoke', 'Revoke')}</span>`
}

const nameField = (value: string | undefined, error: string | undefined): Markup =>
  inputField(
    { name: 'name', label: 'Key name', isRequired: true, autocomplete: 'off', value },
    error === undefined ? [] : [{ name: 'name', error }],
  )

/** Returns the name that was typed and rejected on a page, and why. */
const rejectedName = async (visit: SignedInVisit, page: string) => {
  const isRejected = visit.context.req.query('rejected') !== undefined
  const kept = isRejected ? await formOf(visit, page).kept() : undefined
  return { name: kept?.name, error: kept && keyNameProblem(kept.name ?? '') }
}

/**
 * Returns a page of the account's keys, the revoked ones folded, and the form that creates
 * one. The form contains the key's id, so that sending it twice creates one key.
 */
const keysView = async (visit: SignedInVisit): Promise<View> => {
  const { site, account, context } = visit
  const path = pagePath(site, '/keys')
  const { rows, page, links } = await listPage(context, path, (range) =>
    listKeysInPages(site.store, account.id, range),
  )
  const { name, error } = await rejectedName(visit, '/keys')
  const active = rows.filter(({ revokedAt }) => revokedAt === null)
  const revoked = rows.filter(({ revokedAt }) => revokedAt !== null)
  const justRevoked = await keyOf(visit, context.req.query('revoked'))
  return {
    title: 'API keys',
    main: html`<h1>API keys</h1>
${justRevoked?.revokedAt && portalNotice('good', `${justRevoked.name} is revoked.`)}
<p class="lead">A program that calls the API sends a key as <code>Authorization: Bearer …</code>. Create one key for each program. ${docsLink(site, 'authentication', 'How authentication works')}</p>
<form class="card create" method="post" action="${path}" data-once="Creating…">
<input type="hidden" name="id" value="${newId('key')}">
${accountField(visit)}
<h2>Create a key</h2>
${nameField(name, error)}
<p><button>Create key</button></p>
</form>
${
  (active.length > 0 || page === 1) &&
  html`<section class="card" aria-labelledby="active">
<h2 id="active">${active.length === 0 ? 'You have no active keys' : 'Your keys'}</h2>
${active.length > 0 && keyTable(visit, active, '')}
</section>`
}
${
  revoked.length > 0 &&
  html`<details class="card"><summary>Revoked keys</summary>
${keyTable(visit, revoked, 'Revoked')}</details>`
}
${links}`,
  }
}

const idPattern = /^key_[0-9a-f]{32}$/

/** Creates a key and shows it once (specification §5). The same form sent again creates no second key. */
const createKey = async (visit: SignedInVisit): Promise<View | Response> => {
  const { site, account, now } = visit
  const field = await readAccountForm(visit)
  const [id, name] = [field('id'), field('name').trim()]
  if (!idPattern.test(id)) throw formError(400, 'The form is not valid.')
  const problem = keyNameProblem(name)
  if (problem !== undefined) {
    await formOf(visit, '/keys').keep({ name })
    return goTo(visit, '/keys?rejected')
  }
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

/** Returns the account's key with an id, or undefined. */
const keyOf = async ({ site, account }: SignedInVisit, id = '') =>
  idPattern.test(id) ? findApiKey(site.store, account.id, toId('key', id)) : undefined

/** Finds the account's key whose id is in the path. */
const findKey = async (visit: SignedInVisit): Promise<ApiKey> => {
  const key = await keyOf(visit, visit.context.req.param('id'))
  if (key) return key
  throw notFound('key')
}

const renamePage = async (visit: SignedInVisit): Promise<View> => {
  const { site } = visit
  const { id, name, lastFour } = await findKey(visit)
  const page = `/keys/${id}/rename`
  const rejected = await rejectedName(visit, page)
  return {
    title: 'Rename a key',
    main: html`<form class="card" method="post" action="${pagePath(site, page)}" data-once="One moment…">
<h1>Rename ${name}</h1>
<p>The key ends in <code>${lastFour}</code>. Programs that send it are not affected.</p>
${nameField(rejected.name ?? name, rejected.error)}
<p class="row"><button>Rename key</button> <a class="action" href="${pagePath(site, '/keys')}">Cancel</a></p>
</form>`,
  }
}

const renameKey = async (visit: SignedInVisit): Promise<Response> => {
  const { site, context, account } = visit
  const { id } = await findKey(visit)
  const name = (await readForm(context, site))('name').trim()
  if (keyNameProblem(name) !== undefined) {
    const page = `/keys/${id}/rename`
    await formOf(visit, page).keep({ name })
    return goTo(visit, `${page}?rejected`)
  }
  await site.store.write((transaction) => renameApiKey(transaction, account.id, id, name))
  return goTo(visit, '/keys')
}

const revokePage = async (visit: SignedInVisit): Promise<View | Response> => {
  const { id, name, lastFour, revokedAt } = await findKey(visit)
  if (revokedAt !== null) return goTo(visit, `/keys?revoked=${id}`)
  return confirmation(visit, {
    title: `Revoke ${name}?`,
    text: html`Programs that send the key that ends in <code>${lastFour}</code> are rejected from their next request on. This can’t be undone.`,
    button: 'Revoke key',
    cancel: '/keys',
  })
}

const revokeKey = async (visit: SignedInVisit): Promise<Response> => {
  const { site, context, account, now } = visit
  const { id } = await findKey(visit)
  await readForm(context, site)
  await site.store.write((transaction) => revokeApiKey(transaction, id, timestamp(now), account.id))
  return goTo(visit, `/keys?revoked=${id}`)
}

export const keyRoutes = signedIn({
  '/keys': { GET: keysView, POST: createKey },
  '/keys/:id/rename': { GET: renamePage, POST: renameKey },
  '/keys/:id/revoke': { GET: revokePage, POST: revokeKey },
})
