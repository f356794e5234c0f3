import { html } from 'hono/html'
import type { ApiKey } from '../../store/api-keys.ts'
import { hiddenField, hiddenTokenField, inputField } from '../kit/form-fields.ts'
import type { Markup } from '../kit/markup.ts'
import type { PortalView } from './portal-page.ts'
import type { PortalSite } from './portal-site.ts'
import { timeElement } from './time-text.ts'

/** The form that creates a key. It contains the key's id, so that sending it twice creates one key. */
export type CreateKeyForm = { id: string; token: string; name: string; error?: string | undefined }

const keyItem = (
  site: PortalSite,
  key: ApiKey,
): Markup => html`<li class="card key${key.revokedAt !== null && ' inactive'}">
<h3>${key.name}</h3>
<dl>
<div><dt>Ends in</dt><dd><code>${key.lastFour}</code></dd></div>
<div><dt>Created</dt><dd>${timeElement(key.createdAt)}</dd></div>
<div><dt>Last used</dt><dd>${key.lastUsedAt === null ? 'Never' : timeElement(key.lastUsedAt)}</dd></div>
${key.revokedAt === null ? '' : html`<div><dt>Revoked</dt><dd>${timeElement(key.revokedAt)}</dd></div>`}
</dl>
${key.revokedAt === null && html`<p><a href="${site.base}/keys/${key.id}/revoke">Revoke<span class="visually-hidden"> ${key.name}, which ends in ${key.lastFour}</span></a></p>`}
</li>`

/** Returns the account's keys, active keys first, and the form that creates one. */
export const keysView = (
  site: PortalSite,
  keys: readonly ApiKey[],
  form: CreateKeyForm,
  notice: Markup | '' = '',
): PortalView => {
  const sorted = [
    ...keys.filter(({ revokedAt }) => revokedAt === null).toReversed(),
    ...keys.filter(({ revokedAt }) => revokedAt !== null).toReversed(),
  ]
  return {
    title: 'API keys',
    path: '/keys',
    main: html`<h1>API keys</h1>
${notice}
<p class="lead">A program that calls the API sends a key as <code>Authorization: Bearer …</code>. Give each program its own.</p>
<form class="card create" method="post" action="${site.base}/keys" data-once="Creating…">
<h2>Create a key</h2>
${hiddenTokenField(form.token)}
${hiddenField('id', form.id)}
${inputField({
  name: 'name',
  label: 'What it is for',
  value: form.name,
  isRequired: true,
  autocomplete: 'off',
  error: form.error,
})}
<p><button>Create the key</button></p>
</form>
<h2>${sorted.length === 0 ? 'There are no keys yet' : 'Your keys'}</h2>
<ul class="keys">${sorted.map((key) => keyItem(site, key))}</ul>`,
  }
}

/** Returns the page of a new key. No later page shows the key (specification §5). */
export const newKeyView = (site: PortalSite, name: string, key: string): PortalView => ({
  title: 'Your new key',
  path: '/keys',
  main: html`<section class="card" aria-labelledby="new-key">
<h1 id="new-key">Your new key</h1>
<p><strong>Copy it now: it is shown this once.</strong> We keep no more of it than lets us recognise it.</p>
<div class="field">
<label for="key">${name}</label>
<textarea id="key" readonly rows="4" spellcheck="false" autocomplete="off">${key}</textarea>
</div>
<p class="row"><button type="button" data-copy="key" hidden>Copy</button> <a href="${site.base}/keys">I have it</a></p>
<p class="visually-hidden" role="status" id="copied"></p>
</section>`,
})

/** Returns the confirmation page for a revocation, which cannot be undone. */
export const revokeView = (site: PortalSite, key: ApiKey, token: string): PortalView => ({
  title: 'Revoke a key',
  path: '/keys',
  main: html`<form class="card" method="post" action="${site.base}/keys/${key.id}/revoke" data-once="Revoking…">
<h1>Revoke ${key.name}?</h1>
<p>Programs that send the key that ends in <code>${key.lastFour}</code> are rejected from their next request on. This can’t be undone.</p>
${hiddenTokenField(token)}
<p class="row"><button class="danger">Revoke key</button> <a href="${site.base}/keys">Cancel</a></p>
</form>`,
})
