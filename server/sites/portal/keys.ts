import { html } from 'hono/html'
import { issueKeyOnce } from '../../actions/issue-key.ts'
import { timestamp } from '../../domain/clock.ts'
import { newId } from '../../domain/ids.ts'
import { keyNameProblem } from '../../domain/key-name.ts'
import { findApiKey, listApiKeys, revokeOwnApiKey } from '../../store/api-keys.ts'
import { seeOther } from '../kit/document.ts'
import { keysView, newKeyView, revokeView } from './keys-view.ts'
import { show } from './layout.ts'
import { formProblemPage, problemPage } from './problem.ts'
import type { Site } from './site.ts'
import { readFormOf, type SignedInVisit, tokenFor } from './visit.ts'

const createForm = 'create-key'

type Failed = { name: string; error: string }

const showKeys = async (site: Site, visit: SignedInVisit, status: number, failed?: Failed) => {
  const { account, context, headers } = visit
  const keys = await listApiKeys(site.store, account.id)
  const revoked = context.req.query('revoked')
  const gone = keys.find(({ id, revokedAt }) => id === revoked && revokedAt !== null)
  const form = { id: newId('key'), token: tokenFor(visit, createForm), name: '', ...failed }
  const notice = gone ? html`<p class="notice good" role="status">${gone.name} is revoked.</p>` : ''
  return show(site, status, keysView(site, keys, form, notice), visit, headers)
}

export const openKeys = (site: Site, visit: SignedInVisit) => showKeys(site, visit, 200)

const idPattern = /^key_[0-9a-f]{32}$/

/** Creates a key and shows it, this once. Sent again, the form creates no other. */
export const postKeys = async (site: Site, visit: SignedInVisit): Promise<Response> => {
  const { account, now, headers } = visit
  const form = await readFormOf(site, visit, createForm, ['id', 'name'])
  if (form.refusal) return formProblemPage(site, form.refusal, headers)
  const [id, name] = [form.field('id'), form.field('name').trim()]
  if (!idPattern.test(id))
    return formProblemPage(site, { status: 400, reason: 'The form is not ours.' }, headers)
  const error = keyNameProblem(name)
  if (error !== undefined) return showKeys(site, visit, 422, { name, error })
  const key = await site.store.write((transaction) =>
    issueKeyOnce(transaction, account.id, { id, name }, now),
  )
  if (key === undefined) return problemPage(site, 'key-made', headers)
  return show(site, 201, newKeyView(site, name, key), visit, headers)
}

const revokePath = /\/keys\/(key_[0-9a-f]{32})\/revoke$/

/** The account's key that a page is about. */
const keyOf = async (site: Site, { account, context }: SignedInVisit) => {
  const id = revokePath.exec(context.req.path)?.[1]
  return id === undefined ? undefined : findApiKey(site.store, account.id, id)
}

const revokeForm = (id: string) => `revoke ${id}`

export const openRevoke = async (site: Site, visit: SignedInVisit): Promise<Response> => {
  const key = await keyOf(site, visit)
  if (!key) return problemPage(site, 'unknown-key', visit.headers)
  if (key.revokedAt !== null)
    return seeOther(`${site.base}/keys?revoked=${key.id}`, { ...site.headers, ...visit.headers })
  const view = revokeView(site, key, tokenFor(visit, revokeForm(key.id)))
  return show(site, 200, view, visit, visit.headers)
}

export const postRevoke = async (site: Site, visit: SignedInVisit): Promise<Response> => {
  const key = await keyOf(site, visit)
  if (!key) return problemPage(site, 'unknown-key', visit.headers)
  const form = await readFormOf(site, visit, revokeForm(key.id), [])
  if (form.refusal) return formProblemPage(site, form.refusal, visit.headers)
  await site.store.write((transaction) =>
    revokeOwnApiKey(transaction, visit.account.id, key.id, timestamp(visit.now)),
  )
  return seeOther(`${site.base}/keys?revoked=${key.id}`, { ...site.headers, ...visit.headers })
}
