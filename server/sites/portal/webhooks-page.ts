import { readFileSync } from 'node:fs'
import { html } from 'hono/html'
import { z } from 'zod'
import { WebhookCreate } from '../../../generated/schemas.ts'
import type { components } from '../../../generated/types.ts'
import { webhooks } from '../../../generated/webhooks.ts'
import {
  addSubscription,
  changeFoundSubscription,
  newSubscription,
} from '../../actions/subscriptions.ts'
import { toId, type WebhookId } from '../../domain/ids.ts'
import { secretDigest } from '../../domain/portal.ts'
import { isRejection, rejectionText } from '../../domain/rejection.ts'
import { newSecret } from '../../domain/webhook-secret.ts'
import { canonicalWebhookUrl } from '../../domain/webhook-url.ts'
import type { Subscription } from '../../store/columns/webhook-columns.ts'
import { type LastDelivery, listLastDeliveries } from '../../store/last-deliveries.ts'
import { lockSubscription } from '../../store/locks.ts'
import { deleteSubscription, findSubscription, listSubscriptions } from '../../store/webhooks.ts'
import { errorSummary, hiddenField, hiddenTokenField, inputField } from '../kit/forms.ts'
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

/** The token scopes of the forms of a subscription. */
const testScope = (id: WebhookId): string => `test ${id}`
const rotateScope = (id: WebhookId): string => `rotate ${id}`
const deleteScope = (id: WebhookId): string => `delete ${id}`

const resultOf = ({ statusCode, error }: LastDelivery): Markup => {
  if (statusCode === null) return html`<span class="badge bad">Failed</span> ${error}`
  return statusCode >= 200 && statusCode < 300
    ? html`<span class="badge good">Delivered</span> Status ${statusCode}`
    : html`<span class="badge bad">Rejected</span> Status ${statusCode}`
}

/** Returns the result, the event and the time of a subscription's last delivery. */
const deliveryText = (delivery: LastDelivery | undefined): Markup =>
  delivery
    ? html`<span class="delivery">${resultOf(delivery)}</span> <span class="line muted small"><code>${delivery.event}</code></span> <span class="line muted small">${timeElement(delivery.at)}</span>`
    : html`<span class="muted">None yet</span>`

/** A receiver that verifies signatures. `command` starts it. */
type ReceiverSample = { language: string; file: string; command: string; code: string }

const Document = z.object({ info: z.object({ description: z.string() }) })

const receivers = [
  { language: 'Node', file: 'node.mjs', command: 'node node.mjs' },
  { language: 'Python', file: 'python.py', command: 'python3 python.py' },
  { language: 'PHP', file: 'php.php', command: 'php -S 127.0.0.1:3000 php.php' },
] as const

const readSamples = (): ReceiverSample[] => {
  const file = new URL('../../../generated/openapi.json', import.meta.url)
  const { info } = Document.parse(JSON.parse(readFileSync(file, 'utf8')))
  return receivers.map((receiver) => {
    const code = new RegExp(`\\n### ${receiver.language}\\n+\`\`\`\\w+\\n(.*?)\\n\`\`\``, 's')
    const [, found] = code.exec(info.description) ?? []
    if (found === undefined) throw new Error(`The document has no receiver in ${receiver.language}`)
    return { ...receiver, code: found }
  })
}

let samples: readonly ReceiverSample[] | undefined

/** Returns the receivers of the document. They are read at the first call, because few processes need them. */
const receiverSamples = (): readonly ReceiverSample[] => {
  samples ??= readSamples()
  return samples
}

/** Returns radio buttons that look like tabs, so that they work without scripts and by keyboard. */
const languageTabs = (samples: readonly ReceiverSample[], secret: string): Markup =>
  html`<fieldset class="tabs">
<legend class="visually-hidden">Language</legend>
${samples.map(
  ({ language }, i) =>
    html`<input type="radio" name="language" id="in-${language}"${i === 0 && html` checked`}><label for="in-${language}">${language}</label>`,
)}
${samples.map(
  ({ language, file, command, code }) => html`<div class="sample">
<p>Save it as <code>${file}</code> and start it:</p>
<pre tabindex="0" role="region" aria-label="Command for ${language}"><code>WEBHOOK_SECRET='${secret}' ${command}</code></pre>
<pre tabindex="0" role="region" aria-label="Receiver in ${language}"><code>${code}</code></pre>
</div>`,
)}
</fieldset>`

/** Returns the page of a new secret, with receivers that use it. No later page shows the secret (specification §2). */
const newSecretView = (
  site: PortalSite,
  { id, url, secret }: Pick<Subscription, 'id' | 'url' | 'secret'>,
  testToken: string,
  title: string,
): PortalView => ({
  title,
  path: '/webhooks',
  main: html`<h1>${title}</h1>
<section class="card" aria-labelledby="secret-title">
<h2 id="secret-title">Signing secret</h2>
<p><strong>Copy the secret now. It is shown only once.</strong> Your receiver verifies deliveries with it.</p>
<div class="field">
<label for="secret">Secret of ${url}</label>
<textarea id="secret" readonly rows="2" spellcheck="false" autocomplete="off">${secret}</textarea>
</div>
<p class="row"><button type="button" data-copy="secret" hidden>Copy</button> <a class="action" href="${site.base}/webhooks/${id}">Done</a></p>
<p class="visually-hidden" role="status" id="copied"></p>
</section>
<section class="card" aria-labelledby="receiver">
<h2 id="receiver">Receive deliveries</h2>
<p>This receiver rejects requests without a valid signature. It listens on port 3000. Route <code>${url}</code> to it. ${docsLink(site, 'receiving-deliveries', 'How to verify deliveries')}</p>
${languageTabs(receiverSamples(), secret)}
</section>
<section class="card" aria-labelledby="try">
<h2 id="try">Try it</h2>
<p>We send a signed <code>webhook.test</code> event to your URL and show the result.</p>
${testForm(site, id, testToken)}
</section>`,
})

/** Returns the form that sends a test delivery. */
const testForm = (site: PortalSite, id: WebhookId, token: string): Markup =>
  html`<form method="post" action="${site.base}/webhooks/${id}/test" data-once="Sending…">
${hiddenTokenField(token)}
<p><button>Send test</button></p>
</form>`

/** Returns a subscription without its secret. Only creation and rotation return it (specification §2). */
const webhookView = (
  site: PortalSite,
  subscription: Subscription,
  delivery: LastDelivery | undefined,
  testToken: string,
  notice: Markup | '' = '',
): PortalView => {
  const { id, url, active, events, createdAt, updatedAt } = subscription
  const at = `${site.base}/webhooks/${id}`
  return {
    title: 'Webhook',
    path: '/webhooks',
    main: html`<p><a class="action" href="${site.base}/webhooks">All webhooks</a></p>
<h1 class="long">${url} ${stateBadge(subscription)}</h1>
${notice}
<section class="card" aria-labelledby="settings">
<h2 id="settings">Settings</h2>
<dl>
<div><dt>Events</dt><dd>${events.map((event) => html`<code>${event}</code> `)}</dd></div>
<div><dt>Created</dt><dd>${timeElement(createdAt)}</dd></div>
<div><dt>Changed</dt><dd>${timeElement(updatedAt)}</dd></div>
</dl>
<p class="muted">To change the URL or the events, or to ${active ? 'pause' : 'activate'} the webhook, ${docsLink(site, 'webhooks', 'use the API')}.</p>
<p><a class="action" href="${at}/delete">Delete webhook</a></p>
</section>
<section class="card" aria-labelledby="last">
<h2 id="last">Last delivery</h2>
<p>${deliveryText(delivery)}</p>
${active ? testForm(site, id, testToken) : html`<p class="muted">A paused webhook receives no events and no tests.</p>`}
</section>
<section class="card" aria-labelledby="secret">
<h2 id="secret">Signing secret</h2>
<p>We show a secret only once. If you lost it, or if someone else may have it, rotate it.</p>
<p><a class="action" href="${at}/rotate">Rotate secret</a></p>
</section>`,
  }
}

type Confirmation = { title: string; text: Markup; button: Markup; fields: Markup }

const confirmation = (
  site: PortalSite,
  id: WebhookId,
  step: 'rotate' | 'delete',
  { title, text, button, fields }: Confirmation,
): PortalView => ({
  title,
  path: '/webhooks',
  main: html`<form class="card" method="post" action="${site.base}/webhooks/${id}/${step}" data-once="One moment…">
<h1>${title}</h1>
<p>${text}</p>
${fields}
<p class="row">${button} <a class="action" href="${site.base}/webhooks/${id}">Cancel</a></p>
</form>`,
})

/**
 * Returns the confirmation page for a rotation.
 * @param version of the secret, so that the form sent again does not rotate again.
 */
const rotateView = (
  site: PortalSite,
  { id, url }: Subscription,
  token: string,
  version: string,
): PortalView =>
  confirmation(site, id, 'rotate', {
    title: 'Rotate the secret?',
    text: html`The current secret of <code>${url}</code> stops working at once. Your receiver rejects deliveries until it has the new one. ${docsLink(site, 'webhooks', 'How to rotate without a gap')}`,
    fields: html`${hiddenTokenField(token)}${hiddenField('version', version)}`,
    button: html`<button class="danger">Rotate secret</button>`,
  })

/** Returns the confirmation page for a deletion, which cannot be undone. */
const deleteView = (site: PortalSite, { id, url }: Subscription, token: string): PortalView =>
  confirmation(site, id, 'delete', {
    title: 'Delete the webhook?',
    text: html`<code>${url}</code> receives no more events. This can’t be undone.`,
    fields: hiddenTokenField(token),
    button: html`<button class="danger">Delete webhook</button>`,
  })

type WebhookHandler = (
  site: PortalSite,
  visit: SignedInVisit,
  subscription: Subscription,
) => Response | Promise<Response>

const webhookPath = /\/webhooks\/(whk_[0-9a-f]{32})(?:\/|$)/

/** Finds the account's subscription whose id is in the path. */
const findWebhookOf = async (site: PortalSite, { account, context }: SignedInVisit) => {
  const id = webhookPath.exec(context.req.path)?.[1]
  return id === undefined ? undefined : findSubscription(site.store, account.id, toId('whk', id))
}

const notFound = (site: PortalSite, { headers }: SignedInVisit): Promise<Response> =>
  portalErrorPage(site, 'webhook-not-found', headers)

/** Wraps a handler of a subscription. Its id is in the path. */
const withWebhook =
  (handle: WebhookHandler) =>
  async (site: PortalSite, visit: SignedInVisit): Promise<Response> => {
    const subscription = await findWebhookOf(site, visit)
    return subscription ? handle(site, visit, subscription) : notFound(site, visit)
  }

const renderWebhook = (
  site: PortalSite,
  visit: SignedInVisit,
  subscription: Subscription,
  delivery: LastDelivery | undefined,
  status = 200,
  notice: Markup | '' = '',
) => {
  const token = formTokenOf(visit, testScope(subscription.id))
  const view = webhookView(site, subscription, delivery, token, notice)
  return portalPage(site, status, view, visit, visit.headers)
}

export const showWebhookPage = async (
  site: PortalSite,
  visit: SignedInVisit,
): Promise<Response> => {
  const [subscription, deliveries] = await Promise.all([
    findWebhookOf(site, visit),
    listLastDeliveries(site.store, visit.account.id),
  ])
  return subscription
    ? renderWebhook(site, visit, subscription, deliveries.get(subscription.id))
    : notFound(site, visit)
}

const problem = (text: string): Markup => html`<p class="notice bad" role="alert">${text}</p>`

/** Sends a test delivery and shows its result. An account has one test at a time. */
export const submitTest = withWebhook(async (site, visit, subscription) => {
  const { account, now, headers } = visit
  const { id } = subscription
  const form = await readPortalForm(site, visit, testScope(id), [])
  if (form.rejection) return portalFormErrorPage(site, form.rejection, headers)
  const rejected = async (status: number, text: string) => {
    const last = (await listLastDeliveries(site.store, account.id)).get(id)
    return renderWebhook(site, visit, subscription, last, status, problem(text))
  }
  if (!subscription.active) return rejected(409, rejectionText({ rejected: 'webhook-not-active' }))
  if (site.testing.has(account.id))
    return rejected(429, 'A test is in progress. Try again when it is done.')
  site.testing.add(account.id)
  try {
    const result = await site.testWebhook(account.id, subscription, () =>
      findSubscription(site.store, account.id, id),
    )
    const { success, statusCode, error } = result
    const notice = success
      ? html`<p class="notice good" role="status">The test was delivered. Your receiver returned ${statusCode}.</p>`
      : problem(`The test failed. ${error}`)
    const reason = statusCode === null ? error : null
    const delivery: LastDelivery = { event: 'webhook.test', at: now, statusCode, error: reason }
    return renderWebhook(site, visit, subscription, delivery, 200, notice)
  } finally {
    site.testing.delete(account.id)
  }
})

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
    lockSubscription(transaction, account.id, id)
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

type EventName = components['schemas']['EventName']

/** The events that a subscription can list, by name, with their descriptions. */
const eventTexts: ReadonlyMap<EventName, string> = new Map(
  Object.values(webhooks).flatMap((webhook) =>
    'category' in webhook ? [[webhook.name, webhook.summary] as const] : [],
  ),
)

/** The values as typed. */
type SubscriptionInput = { url: string; events: readonly EventName[] }

/** The error message of a field. */
type FieldError = { name: 'url' | 'events'; error: string }

/** Returns the error message of a URL, if deliveries to it are not allowed. */
const urlError = (url: string, ofDocument: string | undefined): string | undefined => {
  if (url === '') return 'Enter a URL'
  if (ofDocument !== undefined) return ofDocument
  return canonicalWebhookUrl(url) === undefined
    ? rejectionText({ rejected: 'webhook-url' })
    : undefined
}

/** Trims the URL and validates the values against the document and the rules, with the API's messages. */
export const readSubscription = (
  typed: SubscriptionInput,
):
  | { subscription: components['schemas']['WebhookCreate']; errors?: undefined }
  | { errors: FieldError[]; subscription?: undefined } => {
  const url = typed.url.trim()
  const { data, error } = WebhookCreate.safeParse({ url, events: typed.events })
  const reasons = error?.flatten().fieldErrors
  const rejected = urlError(url, reasons?.url?.[0])
  if (data && rejected === undefined) return { subscription: data }
  const errors: FieldError[] = []
  if (rejected !== undefined) errors.push({ name: 'url', error: rejected })
  if (reasons?.events) errors.push({ name: 'events', error: 'Choose at least one event' })
  return { errors }
}

/** The form that adds a subscription. */
type AddForm = { token: string; typed: SubscriptionInput; errors: readonly FieldError[] }

const stateBadge = ({ active }: Pick<Subscription, 'active'>): Markup =>
  html`<span class="badge${active && ' good'}">${active ? 'Active' : 'Paused'}</span>`

const row = (
  site: PortalSite,
  subscription: Subscription,
  delivery: LastDelivery | undefined,
): Markup => {
  const { id, url, events } = subscription
  return html`<tr>
<th scope="row">${url} ${stateBadge(subscription)}</th>
<td data-label="Events">${events.map((event) => html`<code>${event}</code> `)}</td>
<td data-label="Last delivery">${deliveryText(delivery)}</td>
<td><a class="action" href="${site.base}/webhooks/${id}">Manage<span class="visually-hidden"> ${url}</span></a></td>
</tr>`
}

const errorOf = (errors: readonly FieldError[], name: FieldError['name']): string | undefined =>
  errors.find((each) => each.name === name)?.error

const eventChoices = ({ typed, errors }: AddForm): Markup => {
  const error = errorOf(errors, 'events')
  return html`<fieldset class="field" id="events" tabindex="-1"${error && html` aria-describedby="events-error"`}>
<legend>Events</legend>
${error && html`<p class="error" id="events-error">${error}</p>`}
<div class="choices">${[...eventTexts].map(
    ([name, text]) =>
      html`<label class="choice"><input type="checkbox" name="${name}" value="on"${typed.events.includes(name) && html` checked`}> <span><code>${name}</code> <span class="line muted small">${text}</span></span></label>`,
  )}</div>
</fieldset>`
}

const addForm = (site: PortalSite, form: AddForm, title: string): Markup =>
  html`<form class="card create" method="post" action="${site.base}/webhooks" data-once="Adding…">
<h2>${title}</h2>
${hiddenTokenField(form.token)}
${inputField({
  name: 'url',
  label: 'URL',
  value: form.typed.url,
  isRequired: true,
  type: 'url',
  autocomplete: 'off',
  error: errorOf(form.errors, 'url'),
})}
${eventChoices(form)}
<p><button>Add webhook</button></p>
</form>`

/** Returns the account's subscriptions in the order of creation, and the form that adds one. */
const webhooksView = (
  site: PortalSite,
  subscriptions: readonly Subscription[],
  deliveries: ReadonlyMap<WebhookId, LastDelivery>,
  form: AddForm,
  notice: Markup | '' = '',
): PortalView => {
  const isEmpty = subscriptions.length === 0
  return {
    title: 'Webhooks',
    path: '/webhooks',
    main: html`<h1>Webhooks</h1>
${notice}
${form.errors.length > 1 && errorSummary(form.errors)}
<p class="lead">We send the events of your account to your URLs as they occur. ${docsLink(site, 'webhooks', 'How webhooks work')}</p>
${
  isEmpty
    ? ''
    : html`<section class="card" aria-labelledby="subscriptions">
<h2 id="subscriptions">Your webhooks</h2>
<table class="stacked"><thead><tr><th scope="col">URL</th><th scope="col">Events</th><th scope="col">Last delivery</th><th scope="col"><span class="visually-hidden">Action</span></th></tr></thead>
<tbody>${subscriptions.map((each) => row(site, each, deliveries.get(each.id)))}</tbody></table>
</section>`
}
${addForm(site, form, isEmpty ? 'Add your first webhook' : 'Add a webhook')}`,
  }
}

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
  const added = isRejection(made)
    ? made
    : (
        await site.store.write((transaction) =>
          addSubscription(transaction, account.id, made, site.seal),
        )
      )()
  if (isRejection(added)) {
    const error = rejectionText(added)
    return renderWebhooks(site, visit, 422, { typed, errors: [{ name: 'url', error }] })
  }
  const token = formTokenOf(visit, testScope(added.id))
  const view = newSecretView(site, added, token, 'Your new webhook')
  return portalPage(site, 201, view, visit, headers)
}
