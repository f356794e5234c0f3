import { readFileSync } from 'node:fs'
import { html } from 'hono/html'
import { z } from 'zod'
import { WebhookCreate } from '../../../generated/schemas.ts'
import type { components } from '../../../generated/types.ts'
import { webhooks } from '../../../generated/webhooks.ts'
import {
  addSubscription,
  changeSubscription,
  newSubscription,
  removeSubscription,
} from '../../actions/subscriptions.ts'
import { toId } from '../../domain/ids.ts'
import { secretDigest } from '../../domain/portal.ts'
import { isRejection, rejectionText } from '../../domain/rejection.ts'
import type { Subscription } from '../../domain/subscription.ts'
import { newSecret } from '../../domain/webhook-secret.ts'
import { canonicalWebhookUrl } from '../../domain/webhook-url.ts'
import {
  findSubscription,
  type LastDelivery,
  listLastDeliveries,
  listSubscriptions,
} from '../../store/webhooks.ts'
import { errorSummary, type FieldError, fieldError, inputField } from '../kit/forms.ts'
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

/** The forms of a subscription. Each has a path and a token scope of its own. */
const formOf = (action: 'test' | 'rotate' | 'delete', { id }: Pick<Subscription, 'id'>) => ({
  path: `/webhooks/${id}/${action}`,
  scope: `${action} ${id}`,
})

const pathOf = ({ id }: Pick<Subscription, 'id'>): string => `/webhooks/${id}`

const resultOf = ({ statusCode, error }: LastDelivery): Markup => {
  if (statusCode === null) return html`<span class="badge bad">Failed</span> ${error}`
  return statusCode >= 200 && statusCode < 300
    ? html`<span class="badge good">Delivered</span> Status ${statusCode}`
    : html`<span class="badge bad">Rejected</span> Status ${statusCode}`
}

/** Returns the result, the event and the time of a subscription's last delivery. */
const deliveryText = (delivery: LastDelivery | undefined): Markup =>
  delivery
    ? html`${resultOf(delivery)} <span class="detail"><code>${delivery.event}</code></span> <span class="detail">${timeElement(delivery.at)}</span>`
    : html`<span class="muted">None yet</span>`

const eventCodes = ({ events }: Subscription) => events.map((event) => html`<code>${event}</code> `)

const stateBadge = ({ active }: Pick<Subscription, 'active'>): Markup =>
  html`<span class="badge${active && ' good'}">${active ? 'Active' : 'Paused'}</span>`

type EventName = components['schemas']['EventName']

/** The events that a subscription can list, by name, with their descriptions. */
const eventTexts: ReadonlyMap<EventName, string> = new Map(
  Object.values(webhooks).flatMap((webhook) =>
    'category' in webhook ? [[webhook.name, webhook.summary] as const] : [],
  ),
)

/** The values as typed, and what is wrong with them. */
type Input = { url: string; events: readonly EventName[]; errors?: readonly FieldError[] }

const addScope = 'add-webhook'

const addForm = (
  visit: SignedInVisit,
  { url, events, errors = [] }: Input,
  title: string,
): Markup => {
  const error = fieldError('events', errors)
  const urlField = { name: 'url', label: 'URL', isRequired: true, autocomplete: 'off' }
  return portalForm(
    visit,
    { path: '/webhooks', scope: addScope, class: 'card create', once: 'Adding…' },
    html`<h2>${title}</h2>
${inputField({ ...urlField, type: 'url', value: url }, errors)}
<fieldset class="field" id="events" tabindex="-1"${error && html` aria-describedby="events-error"`}>
<legend>Events</legend>
${error}
<div class="checks">${[...eventTexts].map(
      ([name, text]) =>
        html`<label class="check"><input type="checkbox" name="${name}" value="on"${events.includes(name) && html` checked`}> <span><code>${name}</code> <span class="detail">${text}</span></span></label>`,
    )}</div>
</fieldset>
<p><button>Add webhook</button></p>`,
  )
}

/** Shows the account's subscriptions in the order of creation, and the form that adds one. */
const renderWebhooks = async (visit: SignedInVisit, status: number, input: Input) => {
  const { site, account, context } = visit
  const { errors = [] } = input
  const isDeleted = status === 200 && context.req.query('deleted') !== undefined
  const [subscriptions, deliveries] = await Promise.all([
    listSubscriptions(site.store, account.id),
    listLastDeliveries(site.store, account.id),
  ])
  const rows = subscriptions.map((each) => [
    html`${each.url} ${stateBadge(each)}`,
    html`${eventCodes(each)}`,
    deliveryText(deliveries.get(each.id)),
    html`<a class="action" href="${portalPath(site, pathOf(each))}">Manage<span class="visually-hidden"> ${each.url}</span></a>`,
  ])
  const list = html`<section class="card" aria-labelledby="subscriptions">
<h2 id="subscriptions">Your webhooks</h2>
${table(['URL', 'Events', 'Last delivery', ''], rows)}
</section>`
  return portalPage(visit, status, '/webhooks', {
    title: 'Webhooks',
    main: html`<h1>Webhooks</h1>
${isDeleted && portalNotice('good', 'The webhook is deleted.')}
${errors.length > 1 && errorSummary(errors)}
<p class="lead">We send the events of your account to your URLs as they occur. ${docsLink(site, 'webhooks', 'How webhooks work')}</p>
${rows.length > 0 && list}
${addForm(visit, input, rows.length === 0 ? 'Add your first webhook' : 'Add a webhook')}`,
  })
}

/** Shows the account's subscriptions. */
const showWebhooksPage = signedIn((visit) => renderWebhooks(visit, 200, { url: '', events: [] }))

/** Returns the error message of a URL, if deliveries to it are not allowed. */
const urlError = (url: string, ofDocument: string | undefined): string | undefined => {
  if (url === '') return 'Enter a URL'
  if (ofDocument !== undefined) return ofDocument
  return canonicalWebhookUrl(url) === undefined
    ? rejectionText({ rejected: 'webhook-url' })
    : undefined
}

/** Trims the URL and validates the values against the document and the rules, with the API's messages. */
const readSubscription = (
  typed: Input,
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

const eventNames = [...eventTexts.keys()]

/** Adds a subscription and shows its secret once. The same form sent again adds none: the URL is taken. */
const submitNewWebhook = signedIn(async (visit) => {
  const { site, account, now } = visit
  const field = await readPortalForm(visit, addScope, ['url', ...eventNames])
  const typed = { url: field('url'), events: eventNames.filter((name) => field(name) !== '') }
  const { subscription: read, errors } = readSubscription(typed)
  if (errors) return renderWebhooks(visit, 422, { ...typed, errors })
  const made = newSubscription({ ...read, secret: newSecret() }, now)
  const added = isRejection(made)
    ? made
    : await addSubscription(site.store, account.id, made, site.seal)
  if (!isRejection(added)) return showSecret(visit, 201, added, 'Your new webhook')
  const error = rejectionText(added)
  return renderWebhooks(visit, 422, { ...typed, errors: [{ name: 'url', error }] })
})

/** A receiver that verifies signatures. `command` starts it. */
type ReceiverSample = { language: string; file: string; command: string; code: string }

const Document = z.object({ info: z.object({ description: z.string() }) })

const receivers = [
  { language: 'Node', file: 'node.mjs', command: 'node node.mjs' },
  { language: 'Python', file: 'python.py', command: 'python3 python.py' },
  { language: 'PHP', file: 'php.php', command: 'php -S 127.0.0.1:3000 php.php' },
]

let samples: readonly ReceiverSample[] | undefined

/** Returns the receivers of the document. They are read at the first call, because few processes need them. */
const receiverSamples = (): readonly ReceiverSample[] => {
  if (samples) return samples
  const file = new URL('../../../generated/openapi.json', import.meta.url)
  const { info } = Document.parse(JSON.parse(readFileSync(file, 'utf8')))
  samples = receivers.map((receiver) => {
    const code = new RegExp(`\\n### ${receiver.language}\\n+\`\`\`\\w+\\n(.*?)\\n\`\`\``, 's')
    const [, found] = code.exec(info.description) ?? []
    if (found === undefined) throw new Error(`The document has no receiver in ${receiver.language}`)
    return { ...receiver, code: found }
  })
  return samples
}

/** Returns a receiver, folded unless it is the first. One of them is open at a time. */
const receiverView = (
  { language, file, command, code }: ReceiverSample,
  secret: string,
  isOpen: boolean,
): Markup => html`<details name="receiver"${isOpen && html` open`}>
<summary>${language}</summary>
<p>Save it as <code>${file}</code> and start it:</p>
<pre tabindex="0" role="region" aria-label="Command for ${language}"><code>WEBHOOK_SECRET='${secret}' ${command}</code></pre>
<pre tabindex="0" role="region" aria-label="Receiver in ${language}"><code>${code}</code></pre>
</details>`

/** Returns the form that sends a test delivery. */
const testForm = (visit: SignedInVisit, subscription: Pick<Subscription, 'id'>): Markup =>
  portalForm(
    visit,
    { ...formOf('test', subscription), once: 'Sending…' },
    html`<p><button>Send test</button></p>`,
  )

/** Shows a new secret, with receivers that use it. No later page shows the secret (specification §2). */
const showSecret = (
  visit: SignedInVisit,
  status: number,
  subscription: Pick<Subscription, 'id' | 'url' | 'secret'>,
  title: string,
) => {
  const { site } = visit
  const { url, secret } = subscription
  const label = `Secret of ${url}`
  return portalPage(visit, status, '/webhooks', {
    title,
    main: html`<h1>${title}</h1>
<section class="card" aria-labelledby="secret-title">
<h2 id="secret-title">Signing secret</h2>
<p><strong>Copy the secret now. It is shown only once.</strong> Your receiver verifies deliveries with it.</p>
${secretField({ label, value: secret, rows: 2 }, portalPath(site, pathOf(subscription)))}
</section>
<section class="card" aria-labelledby="receiver">
<h2 id="receiver">Receive deliveries</h2>
<p>This receiver rejects requests without a valid signature. It listens on port 3000. Route <code>${url}</code> to it. ${docsLink(site, 'receiving-deliveries', 'How to verify deliveries')}</p>
${receiverSamples().map((sample, i) => receiverView(sample, secret, i === 0))}
</section>
<section class="card" aria-labelledby="try">
<h2 id="try">Try it</h2>
<p>We send a signed <code>webhook.test</code> event to your URL and show the result.</p>
${testForm(visit, subscription)}
</section>`,
  })
}

/** Shows a subscription without its secret. Only creation and rotation show it (specification §2). */
const renderWebhook = (
  visit: SignedInVisit,
  subscription: Subscription,
  delivery: LastDelivery | undefined,
  status = 200,
  notice: Markup | undefined = undefined,
) => {
  const { site } = visit
  const { url, active, createdAt, updatedAt } = subscription
  const at = portalPath(site, pathOf(subscription))
  return portalPage(visit, status, '/webhooks', {
    title: 'Webhook',
    main: html`<p><a class="action" href="${portalPath(site, '/webhooks')}">All webhooks</a></p>
<h1 class="lead">${url} ${stateBadge(subscription)}</h1>
${notice}
<section class="card" aria-labelledby="settings">
<h2 id="settings">Settings</h2>
<dl>
<div><dt>Events</dt><dd>${eventCodes(subscription)}</dd></div>
<div><dt>Created</dt><dd>${timeElement(createdAt)}</dd></div>
<div><dt>Changed</dt><dd>${timeElement(updatedAt)}</dd></div>
</dl>
<p class="muted">To change the URL or the events, or to ${active ? 'pause' : 'activate'} the webhook, ${docsLink(site, 'webhooks', 'use the API')}.</p>
<p><a class="action" href="${at}/delete">Delete webhook</a></p>
</section>
<section class="card" aria-labelledby="last">
<h2 id="last">Last delivery</h2>
<p>${deliveryText(delivery)}</p>
${active ? testForm(visit, subscription) : html`<p class="muted">A paused webhook receives no events and no tests.</p>`}
</section>
<section class="card" aria-labelledby="secret">
<h2 id="secret">Signing secret</h2>
<p>We show a secret only once. If you lost it, or if someone else may have it, rotate it.</p>
<p><a class="action" href="${at}/rotate">Rotate secret</a></p>
</section>`,
  })
}

const webhookPattern = /\/webhooks\/(whk_[0-9a-f]{32})(?:\/|$)/

/** Finds the account's subscription whose id is in the path. */
const findWebhook = async ({ site, account, context }: SignedInVisit): Promise<Subscription> => {
  const [, id] = webhookPattern.exec(context.req.path) ?? []
  const found = id && (await findSubscription(site.store, account.id, toId('whk', id)))
  if (!found) throw portalError('webhook-not-found')
  return found
}

/** Wraps a handler of the account's subscription whose id is in the path. */
const withWebhook = (
  handle: (visit: SignedInVisit, subscription: Subscription) => Response | Promise<Response>,
) => signedIn(async (visit) => handle(visit, await findWebhook(visit)))

const showWebhookPage = signedIn(async (visit) => {
  const [subscription, deliveries] = await Promise.all([
    findWebhook(visit),
    listLastDeliveries(visit.site.store, visit.account.id),
  ])
  return renderWebhook(visit, subscription, deliveries.get(subscription.id))
})

/** Sends a test delivery and shows its result. An account has one test at a time. */
const submitTest = withWebhook(async (visit, subscription) => {
  const { site, account, now } = visit
  const { id } = subscription
  await readPortalForm(visit, formOf('test', subscription).scope)
  const rejected = async (status: number, text: string) => {
    const last = (await listLastDeliveries(site.store, account.id)).get(id)
    return renderWebhook(visit, subscription, last, status, portalNotice('bad', text))
  }
  if (!subscription.active) return rejected(409, rejectionText({ rejected: 'webhook-not-active' }))
  if (site.testing.has(account.id))
    return rejected(429, 'A test is in progress. Try again when it is done.')
  site.testing.add(account.id)
  try {
    const { success, statusCode, error } = await site.testWebhook(account.id, id)
    const notice = success
      ? portalNotice('good', `The test was delivered. Your receiver returned ${statusCode}.`)
      : portalNotice('bad', `The test failed. ${error}`)
    const reason = statusCode === null ? error : null
    const delivery: LastDelivery = { event: 'webhook.test', at: now, statusCode, error: reason }
    return renderWebhook(visit, subscription, delivery, 200, notice)
  } finally {
    site.testing.delete(account.id)
  }
})

/** Returns a text that changes with the secret and does not disclose it. */
const versionOf = (secret: string): string => secretDigest(`version ${secret}`)

/** The form has the version of the secret, so that the form sent again does not rotate again. */
const showRotatePage = withWebhook((visit, subscription) => {
  const main = confirmation(visit, {
    ...formOf('rotate', subscription),
    hidden: { version: versionOf(subscription.secret) },
    title: 'Rotate the secret?',
    text: html`The current secret of <code>${subscription.url}</code> stops working at once. Your receiver rejects deliveries until it has the new one. ${docsLink(visit.site, 'webhooks', 'How to rotate without a gap')}`,
    button: 'Rotate secret',
    cancel: pathOf(subscription),
  })
  return portalPage(visit, 200, '/webhooks', { title: 'Rotate the secret?', main })
})

/** Rotates the secret and shows the new one once. */
const submitRotation = withWebhook(async (visit, subscription) => {
  const { site, account, now } = visit
  const field = await readPortalForm(visit, formOf('rotate', subscription).scope, ['version'])
  const secret = newSecret()
  const after = await changeSubscription(
    site.store,
    account.id,
    subscription.id,
    { secret: site.seal(secret) },
    now,
    (found) => versionOf(found.secret) === field('version'),
  )
  if (isRejection(after))
    throw portalError(after.rejected === 'webhook-changed' ? 'secret-rotated' : 'webhook-not-found')
  return showSecret(visit, 200, { ...after, secret }, 'Your new signing secret')
})

/** Asks before a deletion. */
const showDeletePage = withWebhook((visit, subscription) => {
  const main = confirmation(visit, {
    ...formOf('delete', subscription),
    title: 'Delete the webhook?',
    text: html`<code>${subscription.url}</code> receives no more events. This can’t be undone.`,
    button: 'Delete webhook',
    cancel: pathOf(subscription),
  })
  return portalPage(visit, 200, '/webhooks', { title: 'Delete the webhook?', main })
})

const submitDeletion = withWebhook(async (visit, subscription) => {
  await readPortalForm(visit, formOf('delete', subscription).scope)
  await removeSubscription(visit.site.store, visit.account.id, subscription.id)
  return goTo(visit, '/webhooks?deleted')
})

export const webhookRoutes: Routes<PortalVisit> = {
  '/webhooks': { GET: showWebhooksPage, POST: submitNewWebhook },
  '/webhooks/:id': { GET: showWebhookPage },
  '/webhooks/:id/test': { POST: submitTest },
  '/webhooks/:id/rotate': { GET: showRotatePage, POST: submitRotation },
  '/webhooks/:id/delete': { GET: showDeletePage, POST: submitDeletion },
}
