import { html } from 'hono/html'
import type { components } from '../../../generated/types.ts'
import { webhooks } from '../../../generated/webhooks.ts'
import { WebhookCreate } from '../../../generated/zod/schemas.ts'
import {
  addSubscription,
  changeSubscription,
  newSubscription,
  removeSubscription,
} from '../../actions/subscriptions.ts'
import { toId, type WebhookId } from '../../domain/ids.ts'
import { isRejection, type Rejection, rejectionText } from '../../domain/rejection.ts'
import { secretDigest } from '../../domain/sign-in-link.ts'
import { newSigningSecret } from '../../domain/webhook-signature.ts'
import {
  type Attempt,
  type AttemptOutcome,
  findAttempt,
  type ListedAttempt,
  listAttempts,
  listLastAttempts,
} from '../../store/webhooks/attempts.ts'
import {
  findSubscription,
  listSubscriptions,
  type Subscription,
} from '../../store/webhooks/webhooks.ts'
import {
  errorSummary,
  type FieldError,
  fieldError,
  formError,
  inputField,
  readForm,
} from '../kit/forms.ts'
import { listPage } from '../kit/list-page.ts'
import {
  goTo,
  type Markup,
  PageError,
  pagePath,
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

const pageOf = ({ id }: Pick<Subscription, 'id'>): string => `/webhooks/${id}`

const outcomes = ['delivered', 'rejected', 'failed'] as const

const resultTexts = { delivered: 'Delivered', rejected: 'Rejected', failed: 'Failed' } as const

const resultOf = ({ statusCode, error }: Attempt): Markup => {
  if (statusCode === null)
    return html`<span class="badge bad">${resultTexts.failed}</span> ${error}`
  return statusCode >= 200 && statusCode < 300
    ? html`<span class="badge good">${resultTexts.delivered}</span> Status ${statusCode}`
    : html`<span class="badge bad">${resultTexts.rejected}</span> Status ${statusCode}`
}

/** Returns the result, the event and the time of a subscription's last delivery. */
const deliveryText = (delivery: Attempt | undefined): Markup =>
  delivery
    ? html`${resultOf(delivery)} <span class="detail"><code>${delivery.event}</code></span> <span class="detail">${timeElement(delivery.at)}</span>`
    : html`<span class="muted">None yet</span>`

const eventCodes = ({ events }: Subscription) => events.map((event) => html`<code>${event}</code> `)

const stateBadge = ({ active }: Subscription): Markup =>
  html`<span class="badge${active && ' good'}">${active ? 'Active' : 'Paused'}</span>`

type EventName = components['schemas']['EventName']

type WebhookTestResult = components['schemas']['WebhookTestResult']

/** The events that a subscription can list, with their descriptions. */
const eventTexts: ReadonlyMap<EventName, string> = new Map(
  Object.values(webhooks).flatMap((webhook) =>
    'category' in webhook ? [[webhook.name, webhook.summary] as const] : [],
  ),
)

type Values = Pick<Subscription, 'url' | 'events'>

/** The values as typed, what is wrong with them, and the version of those that they replace. */
type Input = Values & { errors?: readonly FieldError[]; version?: string }

/** Returns a form for a URL and events. @param page where it is sent. */
const webhookForm = (
  visit: SignedInVisit,
  { url, events, errors = [], version }: Input,
  { page, title, actions }: { page: string; title: Markup; actions: Markup },
): Markup => {
  const error = fieldError('events', errors)
  const field = { name: 'url', label: 'URL', isRequired: true, autocomplete: 'off' }
  return html`<form class="card create" method="post" action="${pagePath(visit.site, page)}" data-once="One moment…">
${accountField(visit)}
${version && html`<input type="hidden" name="version" value="${version}">`}
${title}
${inputField({ ...field, type: 'url', value: url }, errors)}
<fieldset class="field" id="events" tabindex="-1"${error && html` aria-describedby="events-error"`}>
<legend>Events</legend>
${error}
<div class="checks">${[...eventTexts].map(
    ([name, text]) =>
      html`<label class="check"><input type="checkbox" name="${name}" value="on"${events.includes(name) && html` checked`}> <span><code>${name}</code> <span class="detail">${text}</span></span></label>`,
  )}</div>
</fieldset>
<p class="row">${actions}</p>
</form>`
}

/** Returns a page of the account's subscriptions, the newest first, and the form that adds one. */
const webhooksView = async (visit: SignedInVisit): Promise<View> => {
  const { site, account, context } = visit
  const input = (await rejectedInput(visit, '/webhooks')) ?? { url: '', events: [] }
  const { errors = [] } = input
  const [shown, deliveries] = await Promise.all([
    listPage(context, pagePath(site, '/webhooks'), async ({ limit, offset }) =>
      (await listSubscriptions(site.store, account.id)).toReversed().slice(offset, offset + limit),
    ),
    listLastAttempts(site.store, account.id),
  ])
  const rows = shown.rows.map((each) => [
    html`${each.url} ${stateBadge(each)}`,
    html`${eventCodes(each)}`,
    deliveryText(deliveries.get(each.id)),
    html`<a class="action" href="${pagePath(site, pageOf(each))}">Manage<span class="visually-hidden"> ${each.url}</span></a>`,
  ])
  const list = html`<section class="card" aria-labelledby="subscriptions">
<h2 id="subscriptions">Your webhooks</h2>
${table(['URL', 'Events', 'Last delivery', ''], rows)}
</section>
${shown.links}`
  return {
    title: 'Webhooks',
    main: html`<h1>Webhooks</h1>
${context.req.query('deleted') !== undefined && portalNotice('good', 'The webhook is deleted.')}
${errors.length > 1 && errorSummary(errors)}
<p class="lead">We send the events of your account to your URLs as they occur. ${docsLink(site, 'webhooks', 'How webhooks work')}</p>
${rows.length > 0 && list}
${webhookForm(visit, input, {
  page: '/webhooks',
  title: html`<h2>${rows.length === 0 && shown.page === 1 ? 'Add your first webhook' : 'Add a webhook'}</h2>`,
  actions: html`<button>Add webhook</button>`,
})}`,
  }
}

/** Returns the values of the form on a page and their errors, if it was rejected. */
const rejectedInput = async (visit: SignedInVisit, page: string): Promise<Input | undefined> => {
  const isRejected = visit.context.req.query('rejected') !== undefined
  const kept = isRejected ? await formOf(visit, page).kept() : undefined
  if (!kept) return undefined
  const { url = '', events = '', version = '', reason } = kept
  const named = [...eventTexts.keys()].filter((name) => events.split(' ').includes(name))
  const errors = inputErrors(url, named)
  if (reason) errors.push({ name: 'url', error: reason })
  return { url, events: named, errors, version }
}

/** Returns what the document says is wrong with the values of the form. */
const inputErrors = (url: string, events: readonly EventName[]): FieldError[] => {
  const { error } = WebhookCreate.safeParse({ url: url.trim(), events })
  const reasons = error?.flatten().fieldErrors
  const errors: FieldError[] = []
  const [reason = ''] = reasons?.url ?? []
  if (reasons?.url) errors.push({ name: 'url', error: url.trim() === '' ? 'Enter a URL' : reason })
  if (reasons?.events) errors.push({ name: 'events', error: 'Choose at least one event' })
  return errors
}

/**
 * Reads the form on a page, and makes the change that it asks for.
 * @returns the subscription; or the redirect to the page, which shows why the values are rejected.
 */
const takeWebhookForm = async (
  visit: SignedInVisit,
  page: string,
  change: (values: Values, version: string) => Promise<Subscription | Rejection>,
): Promise<Subscription | Response> => {
  const field = await readAccountForm(visit)
  const events = [...eventTexts.keys()].filter((name) => field(name) !== '')
  const { data } = WebhookCreate.safeParse({ url: field('url').trim(), events })
  const version = field('version')
  const changed = data && (await change(data, version))
  if (changed && !isRejection(changed)) return changed
  const reason = changed ? rejectionText(changed) : ''
  const kept = { url: field('url'), events: events.join(' '), version, reason }
  await formOf(visit, page).keep(kept)
  return goTo(visit, `${page}?rejected`)
}

/** Adds a subscription and shows its secret once. The same form sent again adds none: the URL is taken. */
const addWebhook = async (visit: SignedInVisit): Promise<View | Response> => {
  const { site, account, now } = visit
  const added = await takeWebhookForm(visit, '/webhooks', async (values) => {
    const made = newSubscription({ ...values, secret: newSigningSecret() }, now)
    return isRejection(made) ? made : addSubscription(site.store, account.id, made, site.seal)
  })
  return added instanceof Response ? added : secretView(visit, 201, added, 'Your new webhook')
}

const testForm = ({ site }: SignedInVisit, subscription: Pick<Subscription, 'id'>): Markup => {
  const options = new Map(Object.values(webhooks).map(({ name }) => [name, name]))
  const field = { name: 'event', label: 'Event', isRequired: true, autocomplete: 'off', options }
  return html`<form class="row end" method="post" action="${pagePath(site, pageOf(subscription))}/test" data-once="Sending…">
${inputField({ ...field, value: 'webhook.test' })}
<p><button>Send test</button></p>
</form>`
}

/** Shows a new secret. No later page shows the secret (specification §2). */
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
<p>Reject requests without a valid signature. The documentation has complete receivers in Node, Python, PHP and Go. ${docsLink(site, 'receiving-deliveries', 'How to verify deliveries')}</p>
</section>
<section class="card" aria-labelledby="try">
<h2 id="try">Try it</h2>
<p>We send a signed event to your URL, with the data of its example in the documentation, and show the result.</p>
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
  throw notFound('webhook', toWebhooks)
}

/** Returns a page of the attempts to deliver to a subscription, of all outcomes or of one. */
const attemptList = async (visit: SignedInVisit, subscription: Subscription): Promise<Markup> => {
  const { site, account, context } = visit
  const path = pagePath(site, pageOf(subscription))
  const result = context.req.query('result') ?? ''
  const outcome = outcomes.find((each) => each === result)
  const { rows, links } = await listPage(
    context,
    path,
    (range) => listAttempts(site.store, account.id, subscription.id, range, outcome),
    outcome && { result: outcome },
  )
  const link = (text: string, each?: AttemptOutcome) =>
    html`<a class="action" href="${path}${each && `?result=${each}`}"${each === outcome && html` aria-current="true"`}>${text}</a> `
  return html`<p class="row">${link('All')}${outcomes.map((each) => link(resultTexts[each], each))}</p>
${rows.length > 0 ? attemptTable(visit, subscription, rows) : html`<p class="muted">None in the last 30 days.</p>`}
${links}`
}

/** Returns attempts as a table. Each event of an order or invite can be sent again. */
const attemptTable = (
  { site }: SignedInVisit,
  { id, active }: Subscription,
  attempts: readonly ListedAttempt[],
): Markup =>
  table(
    ['Event', 'Order or invite', 'Result', 'When', ''],
    attempts.map((attempt) => {
      const { event, subject, number, at, milliseconds, response, body, seq } = attempt
      const about = event.startsWith('order.')
        ? html`<a class="number" href="${pagePath(site, `/orders?search=${subject}`)}">${number}</a>`
        : html`<span class="number">${number ?? 'None'}</span>`
      const again = html`<form method="post" action="${pagePath(site, `/webhooks/${id}/attempts/${seq}/again`)}" data-once="Sending…"><button class="quiet">Send again<span class="visually-hidden"> ${event} of ${number}</span></button></form>`
      return [
        html`<code>${event}</code> ${body && html`<details><summary>Payload</summary><pre>${JSON.stringify(JSON.parse(body), null, 2)}</pre></details>`}`,
        about,
        html`${resultOf(attempt)} ${response !== '' && html`<details><summary>Response</summary><pre>${response}</pre></details>`}`,
        html`${timeElement(at)} <span class="detail">${milliseconds} ms</span>`,
        active && subject !== '' ? again : html``,
      ]
    }),
  )

/** Shows a subscription without its secret (specification §2), and what was sent just before. */
const webhookPage = async (visit: SignedInVisit): Promise<View> => {
  const { site } = visit
  const subscription = await findWebhook(visit)
  const { url, active, createdAt, updatedAt } = subscription
  const at = pagePath(site, pageOf(subscription))
  return {
    title: 'Webhook',
    main: html`<p><a class="action" href="${pagePath(site, '/webhooks')}">All webhooks</a></p>
<h1 class="lead">${url} ${stateBadge(subscription)}</h1>
${await sentNotice(visit, subscription)}
<section class="card" aria-labelledby="settings">
<h2 id="settings">Settings</h2>
<dl>
<div><dt class="muted small">Events</dt><dd>${eventCodes(subscription)}</dd></div>
<div><dt class="muted small">Created</dt><dd>${timeElement(createdAt)}</dd></div>
<div><dt class="muted small">Changed</dt><dd>${timeElement(updatedAt)}</dd></div>
</dl>
<div class="row"><a class="action" href="${at}/edit">Edit webhook</a>
<form method="post" action="${at}/${active ? 'pause' : 'resume'}" data-once="One moment…"><button class="secondary">${active ? 'Pause webhook' : 'Resume webhook'}</button></form>
<a class="action" href="${at}/delete">Delete webhook</a></div>
</section>
<section class="card" aria-labelledby="attempts">
<h2 id="attempts">Deliveries</h2>
${active ? testForm(visit, subscription) : html`<p class="muted">A paused webhook receives no events and no tests.</p>`}
${await attemptList(visit, subscription)}
</section>
<section class="card" aria-labelledby="secret">
<h2 id="secret">Signing secret</h2>
<p>We show a secret only once. If you lost it, or if someone else may have it, rotate it.</p>
<p><a class="action" href="${at}/rotate">Rotate secret</a></p>
</section>`,
  }
}

const sentNotice = async (visit: SignedInVisit, subscription: Subscription) => {
  const isSent = visit.context.req.query('sent') !== undefined
  const kept = isSent ? await formOf(visit, pageOf(subscription)).kept() : undefined
  return kept && portalNotice(kept.success ? 'good' : 'bad', kept.text ?? '')
}

/** Sends a delivery, as `what` names it. The page of the webhook shows its result. */
const sendNow = async (
  visit: SignedInVisit,
  what: string,
  send: (id: WebhookId, field: (name: string) => string) => Promise<WebhookTestResult | undefined>,
): Promise<Response> => {
  const subscription = await findWebhook(visit)
  const field = await readForm(visit.context, visit.site)
  const result = subscription.active ? await send(subscription.id, field) : undefined
  const text = () => {
    if (!subscription.active) return rejectionText({ rejected: 'webhook-not-active' })
    if (!result)
      return 'This event can’t be sent again. Its order or invite has changed since, such as a cart that was ordered.'
    const { success, statusCode, error } = result
    return success
      ? `The ${what} was delivered. Your receiver returned ${statusCode}.`
      : `The ${what} failed. ${error}`
  }
  const kept = { success: result?.success ? 'yes' : '', text: text() }
  await formOf(visit, pageOf(subscription)).keep(kept)
  return goTo(visit, `${pageOf(subscription)}?sent`)
}

const testWebhook = (visit: SignedInVisit): Promise<Response> =>
  sendNow(visit, 'test', async (id, field) => {
    const asked = field('event') || 'webhook.test'
    const event = Object.values(webhooks).find(({ name }) => name === asked)
    if (!event) throw formError(400, 'The form is not valid.', toWebhooks)
    return visit.site.testWebhook(visit.account.id, id, event.name)
  })

/** Sends the event of an attempt again, to this subscription alone. */
const sendAgain = (visit: SignedInVisit): Promise<Response> =>
  sendNow(visit, 'event', async (id) => {
    const { site, account, context } = visit
    const seq = Number(context.req.param('attempt'))
    const attempt =
      Number.isSafeInteger(seq) && (await findAttempt(site.store, account.id, id, seq))
    if (attempt) return site.sendAgain(account.id, id, attempt)
    throw new PageError({
      status: 404,
      title: 'We couldn’t find this delivery',
      text: 'Deliveries are kept for 30 days.',
      link: toWebhooks,
    })
  })

const editPage = async (visit: SignedInVisit): Promise<View> => {
  const subscription = await findWebhook(visit)
  const page = `${pageOf(subscription)}/edit`
  const version = versionOf(settingsOf(subscription))
  const input = (await rejectedInput(visit, page)) ?? { ...subscription, version }
  const form = webhookForm(visit, input, {
    page,
    title: html`<h1>Edit the webhook</h1>`,
    actions: html`<button>Save webhook</button> <a class="action" href="${pagePath(visit.site, pageOf(subscription))}">Cancel</a>`,
  })
  return { title: 'Edit the webhook', main: form }
}

const editWebhook = async (visit: SignedInVisit): Promise<Response> => {
  const { site, account, now } = visit
  const { id } = await findWebhook(visit)
  const page = `${pageOf({ id })}/edit`
  const after = await takeWebhookForm(visit, page, async (values, version) => {
    const accepted = [version, versionOf(settingsOf(values))]
    const isCurrent = (found: Subscription) => accepted.includes(versionOf(settingsOf(found)))
    const changed = await changeSubscription(site.store, account.id, id, values, now, isCurrent)
    if (!isRejection(changed) || changed.rejected !== 'webhook-changed') return changed
    throw new PageError({
      status: 409,
      title: 'This webhook was changed meanwhile',
      text: 'It was saved in another tab or with the API after you opened the form. Your changes were not saved.',
      link: { page, text: 'Edit the webhook' },
    })
  })
  return after instanceof Response ? after : goTo(visit, pageOf(after))
}

const settingsOf = ({ url, events }: Values): string => [url, ...events].join(' ')

const setActive =
  (active: boolean) =>
  async (visit: SignedInVisit): Promise<Response> => {
    const { site, context, account, now } = visit
    const { id } = await findWebhook(visit)
    await readForm(context, site)
    await changeSubscription(site.store, account.id, id, { active }, now)
    return goTo(visit, pageOf({ id }))
  }

/** Returns a text that changes with a value, such as a secret, and does not disclose it. */
const versionOf = (value: string): string => secretDigest(`version ${value}`)

/** Asks before a rotation. The form has the version of the secret: sent again, it does not rotate again. */
const rotatePage = async (visit: SignedInVisit): Promise<View> => {
  const subscription = await findWebhook(visit)
  return confirmation(
    visit,
    {
      title: 'Rotate the secret?',
      text: html`The current secret of <code>${subscription.url}</code> stops working immediately. Your receiver rejects deliveries until it has the new one. ${docsLink(visit.site, 'webhooks', 'How to rotate without a gap')}`,
      button: 'Rotate secret',
      cancel: pageOf(subscription),
    },
    html`<input type="hidden" name="version" value="${versionOf(subscription.secret)}">`,
  )
}

/** Rotates the secret and shows the new one once. */
const rotateSecret = async (visit: SignedInVisit): Promise<View> => {
  const { site, context, account, now } = visit
  const { id } = await findWebhook(visit)
  const version = (await readForm(context, site))('version')
  const secret = newSigningSecret()
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

const deletePage = async (visit: SignedInVisit): Promise<View> => {
  const subscription = await findWebhook(visit)
  return confirmation(visit, {
    title: 'Delete the webhook?',
    text: html`<code>${subscription.url}</code> receives no more events. This can’t be undone.`,
    button: 'Delete webhook',
    cancel: pageOf(subscription),
  })
}

const deleteWebhook = async (visit: SignedInVisit): Promise<Response> => {
  const { site, context, account } = visit
  const { id } = await findWebhook(visit)
  await readForm(context, site)
  await removeSubscription(site.store, account.id, id)
  return goTo(visit, '/webhooks?deleted')
}

export const webhookRoutes = signedIn({
  '/webhooks': { GET: webhooksView, POST: addWebhook },
  '/webhooks/:id': { GET: webhookPage },
  '/webhooks/:id/edit': { GET: editPage, POST: editWebhook },
  '/webhooks/:id/pause': { POST: setActive(false) },
  '/webhooks/:id/resume': { POST: setActive(true) },
  '/webhooks/:id/test': { POST: testWebhook },
  '/webhooks/:id/attempts/:attempt/again': { POST: sendAgain },
  '/webhooks/:id/rotate': { GET: rotatePage, POST: rotateSecret },
  '/webhooks/:id/delete': { GET: deletePage, POST: deleteWebhook },
})
