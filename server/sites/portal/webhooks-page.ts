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
import {
  findSubscription,
  type LastDelivery,
  listLastDeliveries,
  listSubscriptions,
} from '../../store/webhooks.ts'
import { errorSummary, type FieldError, fieldError, inputField, readForm } from '../kit/forms.ts'
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
} from './portal-visit.ts'

const pageOf = ({ id }: Pick<Subscription, 'id'>): string => `/webhooks/${id}`

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

const stateBadge = ({ active }: Subscription): Markup =>
  html`<span class="badge${active && ' good'}">${active ? 'Active' : 'Paused'}</span>`

type EventName = components['schemas']['EventName']

/** The events that a subscription can list, with their descriptions. */
const eventTexts: ReadonlyMap<EventName, string> = new Map(
  Object.values(webhooks).flatMap((webhook) =>
    'category' in webhook ? [[webhook.name, webhook.summary] as const] : [],
  ),
)

/** The values as typed, and what is wrong with them. */
type Input = { url: string; events: readonly EventName[]; errors?: readonly FieldError[] }

const addForm = ({ site }: SignedInVisit, input: Input, title: string): Markup => {
  const { url, events, errors = [] } = input
  const error = fieldError('events', errors)
  const field = { name: 'url', label: 'URL', isRequired: true, autocomplete: 'off' }
  return html`<form class="card create" method="post" action="${pagePath(site, '/webhooks')}" data-once="Adding…">
<h2>${title}</h2>
${inputField({ ...field, type: 'url', value: url }, errors)}
<fieldset class="field" id="events" tabindex="-1"${error && html` aria-describedby="events-error"`}>
<legend>Events</legend>
${error}
<div class="checks">${[...eventTexts].map(
    ([name, text]) =>
      html`<label class="check"><input type="checkbox" name="${name}" value="on"${events.includes(name) && html` checked`}> <span><code>${name}</code> <span class="detail">${text}</span></span></label>`,
  )}</div>
</fieldset>
<p><button>Add webhook</button></p>
</form>`
}

/** Returns the page with the account's subscriptions in the order of creation, and the form that adds one. */
const webhooksView = async (
  visit: SignedInVisit,
  input: Input = { url: '', events: [] },
): Promise<View> => {
  const { site, account, context } = visit
  const { errors = [] } = input
  const [subscriptions, deliveries] = await Promise.all([
    listSubscriptions(site.store, account.id),
    listLastDeliveries(site.store, account.id),
  ])
  const rows = subscriptions.map((each) => [
    html`${each.url} ${stateBadge(each)}`,
    html`${eventCodes(each)}`,
    deliveryText(deliveries.get(each.id)),
    html`<a class="action" href="${pagePath(site, pageOf(each))}">Manage<span class="visually-hidden"> ${each.url}</span></a>`,
  ])
  const list = html`<section class="card" aria-labelledby="subscriptions">
<h2 id="subscriptions">Your webhooks</h2>
${table(['URL', 'Events', 'Last delivery', ''], rows)}
</section>`
  return {
    status: errors.length > 0 ? 422 : 200,
    title: 'Webhooks',
    main: html`<h1>Webhooks</h1>
${context.req.query('deleted') !== undefined && portalNotice('good', 'The webhook is deleted.')}
${errors.length > 1 && errorSummary(errors)}
<p class="lead">We send the events of your account to your URLs as they occur. ${docsLink(site, 'webhooks', 'How webhooks work')}</p>
${rows.length > 0 && list}
${addForm(visit, input, rows.length === 0 ? 'Add your first webhook' : 'Add a webhook')}`,
  }
}

/** Adds a subscription and shows its secret once. The same form sent again adds none: the URL is taken. */
const addWebhook = async (visit: SignedInVisit): Promise<View> => {
  const { site, context, account, now } = visit
  const field = await readForm(context, site)
  const url = field('url').trim()
  const events = [...eventTexts.keys()].filter((name) => field(name) !== '')
  const { data, error } = WebhookCreate.safeParse({ url, events })
  const errors: FieldError[] = []
  if (data) {
    const made = newSubscription({ ...data, secret: newSecret() }, now)
    const added = isRejection(made)
      ? made
      : await addSubscription(site.store, account.id, made, site.seal)
    if (!isRejection(added)) return secretView(visit, 201, added, 'Your new webhook')
    errors.push({ name: 'url', error: rejectionText(added) })
  }
  const reasons = error?.flatten().fieldErrors
  const [reason = ''] = reasons?.url ?? []
  if (reasons?.url) errors.push({ name: 'url', error: url === '' ? 'Enter a URL' : reason })
  if (reasons?.events) errors.push({ name: 'events', error: 'Choose at least one event' })
  return webhooksView(visit, { url: field('url'), events, errors })
}

const Document = z.object({ info: z.object({ description: z.string() }) })

const receivers = [
  { language: 'Node', file: 'node.mjs', command: 'node node.mjs' },
  { language: 'Python', file: 'python.py', command: 'python3 python.py' },
  { language: 'PHP', file: 'php.php', command: 'php -S 127.0.0.1:3000 php.php' },
]

/** Returns the document's receivers that verify signatures. One of them is unfolded at a time. */
const receiverViews = (secret: string): Markup[] => {
  const file = new URL('../../../generated/openapi.json', import.meta.url)
  const { description } = Document.parse(JSON.parse(readFileSync(file, 'utf8'))).info
  return receivers.map(({ language, file, command }, i) => {
    const code = new RegExp(`\\n### ${language}\\n+\`\`\`\\w+\\n(.*?)\\n\`\`\``, 's')
    return html`<details name="receiver"${i === 0 && html` open`}>
<summary>${language}</summary>
<p>Save it as <code>${file}</code> and start it:</p>
<pre tabindex="0" role="region" aria-label="Command for ${language}"><code>WEBHOOK_SECRET='${secret}' ${command}</code></pre>
<pre tabindex="0" role="region" aria-label="Receiver in ${language}"><code>${code.exec(description)?.[1]}</code></pre>
</details>`
  })
}

const testForm = ({ site }: SignedInVisit, subscription: Pick<Subscription, 'id'>): Markup =>
  html`<form method="post" action="${pagePath(site, pageOf(subscription))}/test" data-once="Sending…"><p><button>Send test</button></p></form>`

/** Shows a new secret, with receivers that use it. No later page shows the secret (specification §2). */
const secretView = (
  visit: SignedInVisit,
  status: 200 | 201,
  subscription: Subscription,
  title: string,
): View => {
  const { site } = visit
  const { url, secret } = subscription
  const field = { label: `Secret of ${url}`, value: secret, rows: 2 }
  return {
    status,
    title,
    main: html`<h1>${title}</h1>
<section class="card" aria-labelledby="secret-title">
<h2 id="secret-title">Signing secret</h2>
<p><strong>Copy the secret now. It is shown only once.</strong> Your receiver verifies deliveries with it.</p>
${secretField(field, pagePath(site, pageOf(subscription)))}
</section>
<section class="card" aria-labelledby="receiver">
<h2 id="receiver">Receive deliveries</h2>
<p>This receiver rejects requests without a valid signature. It listens on port 3000. Route <code>${url}</code> to it. ${docsLink(site, 'receiving-deliveries', 'How to verify deliveries')}</p>
${receiverViews(secret)}
</section>
<section class="card" aria-labelledby="try">
<h2 id="try">Try it</h2>
<p>We send a signed <code>webhook.test</code> event to your URL and show the result.</p>
${testForm(visit, subscription)}
</section>`,
  }
}

const toWebhooks = { page: '/webhooks', text: 'Go to webhooks' }

/** Finds the account's subscription whose id is in the path. */
const findWebhook = async ({ site, account, context }: SignedInVisit): Promise<Subscription> => {
  const id = context.req.param('id') ?? ''
  const isId = /^whk_[0-9a-f]{32}$/.test(id)
  const found = isId && (await findSubscription(site.store, account.id, toId('whk', id)))
  if (found) return found
  throw new PageError({
    status: 404,
    title: 'We couldn’t find this webhook',
    text: 'The account that you are signed in to has no such webhook.',
    link: toWebhooks,
  })
}

type Outcome = { status?: 200 | 409; notice?: Markup; delivery?: LastDelivery }

/** Shows a subscription without its secret. Only creation and rotation show it (specification §2). */
const webhookView = async (
  visit: SignedInVisit,
  subscription: Subscription,
  { status = 200, notice, delivery }: Outcome = {},
): Promise<View> => {
  const { site, account } = visit
  const { id, url, active, createdAt, updatedAt } = subscription
  const last = delivery ?? (await listLastDeliveries(site.store, account.id)).get(id)
  const at = pagePath(site, pageOf(subscription))
  return {
    status,
    title: 'Webhook',
    main: html`<p><a class="action" href="${pagePath(site, '/webhooks')}">All webhooks</a></p>
<h1 class="lead">${url} ${stateBadge(subscription)}</h1>
${notice}
<section class="card" aria-labelledby="settings">
<h2 id="settings">Settings</h2>
<dl>
<div><dt class="muted small">Events</dt><dd>${eventCodes(subscription)}</dd></div>
<div><dt class="muted small">Created</dt><dd>${timeElement(createdAt)}</dd></div>
<div><dt class="muted small">Changed</dt><dd>${timeElement(updatedAt)}</dd></div>
</dl>
<p class="muted">To change the URL or the events, or to ${active ? 'pause' : 'activate'} the webhook, ${docsLink(site, 'webhooks', 'use the API')}.</p>
<p><a class="action" href="${at}/delete">Delete webhook</a></p>
</section>
<section class="card" aria-labelledby="last">
<h2 id="last">Last delivery</h2>
<p>${deliveryText(last)}</p>
${active ? testForm(visit, subscription) : html`<p class="muted">A paused webhook receives no events and no tests.</p>`}
</section>
<section class="card" aria-labelledby="secret">
<h2 id="secret">Signing secret</h2>
<p>We show a secret only once. If you lost it, or if someone else may have it, rotate it.</p>
<p><a class="action" href="${at}/rotate">Rotate secret</a></p>
</section>`,
  }
}

const webhookPage = async (visit: SignedInVisit) => webhookView(visit, await findWebhook(visit))

/** Sends a test delivery and shows its result. */
const testWebhook = async (visit: SignedInVisit): Promise<View> => {
  const { site, context, account, now } = visit
  const subscription = await findWebhook(visit)
  await readForm(context, site)
  if (!subscription.active) {
    const notice = portalNotice('bad', rejectionText({ rejected: 'webhook-not-active' }))
    return webhookView(visit, subscription, { status: 409, notice })
  }
  const { success, statusCode, error } = await site.testWebhook(account.id, subscription.id)
  const reason = statusCode === null ? error : null
  return webhookView(visit, subscription, {
    notice: success
      ? portalNotice('good', `The test was delivered. Your receiver returned ${statusCode}.`)
      : portalNotice('bad', `The test failed. ${error}`),
    delivery: { event: 'webhook.test', at: now, statusCode, error: reason },
  })
}

/** Returns a text that changes with the secret and does not disclose it. */
const versionOf = (secret: string): string => secretDigest(`version ${secret}`)

/** Asks before a rotation. The form has the version of the secret: sent again, it does not rotate again. */
const rotatePage = async (visit: SignedInVisit): Promise<View> => {
  const subscription = await findWebhook(visit)
  const title = 'Rotate the secret?'
  const main = confirmation(
    visit,
    {
      title,
      text: html`The current secret of <code>${subscription.url}</code> stops working at once. Your receiver rejects deliveries until it has the new one. ${docsLink(visit.site, 'webhooks', 'How to rotate without a gap')}`,
      button: 'Rotate secret',
      cancel: pageOf(subscription),
    },
    html`<input type="hidden" name="version" value="${versionOf(subscription.secret)}">`,
  )
  return { title, main }
}

/** Rotates the secret and shows the new one once. */
const rotateSecret = async (visit: SignedInVisit): Promise<View> => {
  const { site, context, account, now } = visit
  const { id } = await findWebhook(visit)
  const version = (await readForm(context, site))('version')
  const secret = newSecret()
  const changes = { secret: site.seal(secret) }
  const isCurrent = (found: Subscription) => versionOf(found.secret) === version
  const after = await changeSubscription(site.store, account.id, id, changes, now, isCurrent)
  if (!isRejection(after))
    return secretView(visit, 200, { ...after, secret }, 'Your new signing secret')
  throw new PageError({
    status: 409,
    title: 'This secret was rotated already',
    text: 'A secret is shown only once. If you didn’t copy the new one, rotate the secret again.',
    link: toWebhooks,
  })
}

/** Asks before a deletion. */
const deletePage = async (visit: SignedInVisit): Promise<View> => {
  const subscription = await findWebhook(visit)
  const title = 'Delete the webhook?'
  const main = confirmation(visit, {
    title,
    text: html`<code>${subscription.url}</code> receives no more events. This can’t be undone.`,
    button: 'Delete webhook',
    cancel: pageOf(subscription),
  })
  return { title, main }
}

const deleteWebhook = async (visit: SignedInVisit): Promise<Response> => {
  const { site, context, account } = visit
  const { id } = await findWebhook(visit)
  await readForm(context, site)
  await removeSubscription(site.store, account.id, id)
  return goTo(visit, '/webhooks?deleted')
}

export const webhookRoutes = signedIn({
  '/webhooks': { GET: (visit) => webhooksView(visit), POST: addWebhook },
  '/webhooks/:id': { GET: webhookPage },
  '/webhooks/:id/test': { POST: testWebhook },
  '/webhooks/:id/rotate': { GET: rotatePage, POST: rotateSecret },
  '/webhooks/:id/delete': { GET: deletePage, POST: deleteWebhook },
})
