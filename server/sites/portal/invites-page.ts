import { html } from 'hono/html'
import { z } from 'zod'
import { emailInvite, extendInvite, withdrawInvite } from '../../actions/invites.ts'
import { type CampaignId, toId } from '../../domain/ids.ts'
import { closingTime, inviteState, inviteUrl } from '../../domain/invite.ts'
import { pasted } from '../../domain/order-names.ts'
import { isRejection, type Rejection, rejectionText } from '../../domain/rejection.ts'
import { requestIdOf } from '../../http/edge.ts'
import { campaignRows } from '../../store/campaigns.ts'
import {
  findHeldInviteById,
  findInvitesByName,
  type HeldInvite,
  listInviteChanges,
  listInvites,
} from '../../store/invites.ts'
import type { Range } from '../../store/statement.ts'
import { formError, inputField, readForm } from '../kit/forms.ts'
import { listPage } from '../kit/list-page.ts'
import {
  goTo,
  type Markup,
  PageError,
  type PageLink,
  pagePath,
  table,
  timeElement,
  type View,
} from '../kit/site.ts'
import {
  confirmation,
  notFound,
  portalNotice,
  type SignedInVisit,
  signedIn,
} from './portal-visit.ts'

const stateTexts = {
  unused: 'Not used',
  used: 'Used',
  expired: 'Expired',
  withdrawn: 'Withdrawn',
} as const

const nameOf = ({ firstName, lastName }: HeldInvite) => `${firstName} ${lastName}`.trim()

const endOf = ({ expiresAt, campaign }: HeldInvite): Markup | string => {
  const end = closingTime(expiresAt, campaign.expiration)
  return end === undefined ? '' : timeElement(end)
}

const invitesView = async ({ site, account, context, now }: SignedInVisit): Promise<View> => {
  const given = context.req.query('campaign')?.replaceAll('\0', '') ?? ''
  const campaign: CampaignId | undefined = given === '' ? undefined : toId('cmp', given)
  const search = pasted(context.req.query('search')?.replaceAll('\0', '') ?? '')
  const path = pagePath(site, '/invites')
  const list = (range: Range) =>
    listInvites(site.store, account.id, campaign, range, 'newest first')
  const find = async () => {
    const found = await findInvitesByName(site.store, account.id, search)
    return found.filter(({ campaignId }) => campaign === undefined || campaignId === campaign)
  }
  const { rows, links } =
    search === ''
      ? await listPage(context, path, list, { campaign: given })
      : { rows: await find(), links: undefined }
  const names = (await campaignRows(site.store, account.id)).map(
    ({ id, name }): [string, string] => [id, name],
  )
  const options = new Map<string, string>([['', 'All campaigns'], ...names])
  const field = { isRequired: false, autocomplete: 'off' }
  return {
    title: 'Invites',
    main: html`<h1>Invites</h1>
<form class="card" method="get" action="${path}">
${inputField({ ...field, name: 'search', label: 'Number or email of an invite', value: search })}
${inputField({ ...field, name: 'campaign', label: 'Campaign', value: given, options })}
<p><button>Show invites</button></p>
</form>
<section class="card" aria-labelledby="invites">
<h2 id="invites">${rows.length === 0 ? 'No invites' : 'Invites'}</h2>
${
  rows.length > 0 &&
  table(
    ['Invite', 'State', 'Recipient', 'Email', 'Campaign', 'Expires'],
    rows.map((invite) => [
      html`<a class="number" href="${path}/${invite.id}">${invite.inviteNumber}</a>`,
      html`<span class="badge">${stateTexts[inviteState(invite, now)]}</span>`,
      nameOf(invite),
      `${invite.email}${invite.emailNotificationSent ? '' : ' (not sent)'}`,
      invite.campaign.name,
      endOf(invite),
    ]),
  )
}
</section>
${links}`,
  }
}

/** Finds the account's invite whose id is in the path. */
const findInvite = async ({ site, account, context }: SignedInVisit): Promise<HeldInvite> => {
  const id = context.req.param('id') ?? ''
  const found =
    /^inv_\w+$/.test(id) && (await findHeldInviteById(site.store, account.id, toId('inv', id)))
  if (found) return found
  throw notFound('invite')
}

const done = new Map([
  ['sent', 'The email was sent.'],
  ['extended', 'The invite was extended.'],
  ['withdrawn', 'The invite was withdrawn.'],
])

const inviteView = async (visit: SignedInVisit): Promise<View> => {
  const { site, account, context, now } = visit
  const invite = await findInvite(visit)
  const changes = await listInviteChanges(site.store, account.id, invite.id)
  const state = inviteState(invite, now)
  const page = pagePath(site, `/invites/${invite.id}`)
  const notice = done.get(context.req.query('done') ?? '')
  const facts: [string, Markup | string][] = [
    ['State', stateTexts[state]],
    ['Recipient', nameOf(invite)],
    ['Email', invite.email],
    ['Campaign', invite.campaign.name],
    ['Expires', endOf(invite)],
  ]
  const send = html`<form class="card" method="post" action="${page}/resend" data-once="Sending…">
<p><button>${invite.emailNotificationSent ? 'Send the email again' : 'Send the email'}</button></p>
</form>`
  const until = inputField({
    name: 'until',
    label: 'Last day',
    type: 'date',
    isRequired: true,
    autocomplete: 'off',
  })
  return {
    title: `Invite ${invite.inviteNumber}`,
    main: html`${notice && portalNotice('good', notice)}
<section class="card" aria-labelledby="invite">
<h1 id="invite">Invite ${invite.inviteNumber}</h1>
<dl>${facts.map(([name, value]) => value && html`<div><dt class="muted small">${name}</dt><dd>${value}</dd></div>`)}</dl>
</section>
${
  (state === 'unused' || state === 'expired') &&
  html`${state === 'unused' && invite.email !== '' && send}
<form class="card" method="post" action="${page}/extend" data-once="One moment…">
${until}
<p class="row"><button>Extend</button> <a class="action" href="${page}/withdraw">Withdraw the invite</a></p>
</form>`
}
<section class="card" aria-labelledby="history">
<h2 id="history">History</h2>
<ol class="timeline">${changes.map(
      ({ at, change, actor }) => html`<li><p class="muted small">${timeElement(at, 'seconds')}</p>
<p><strong>${change}</strong> by ${actor.replace(/^command .*/, site.service.name)}</p></li>`,
    )}</ol>
</section>`,
  }
}

/** Returns a handler of a form that changes an invite. */
const onInvite =
  (
    name: 'sent' | 'extended' | 'withdrawn',
    change: (
      visit: SignedInVisit & {
        invite: HeldInvite
        actor: { name: string; requestId: string }
        back: PageLink
      },
      field: (name: string) => string,
    ) => Promise<HeldInvite | boolean | Rejection>,
  ) =>
  async (visit: SignedInVisit): Promise<Response> => {
    const { site, context } = visit
    const invite = await findInvite(visit)
    const page = `/invites/${invite.id}`
    const back = { page, text: 'Back to the invite' }
    const field = await readForm(context, site, back)
    const actor = { name: 'portal', requestId: requestIdOf(context) }
    const result = await change({ ...visit, invite, actor, back }, field)
    if (typeof result === 'object' && isRejection(result))
      throw new PageError({
        status: 409,
        title: 'Nothing was changed',
        text: `${rejectionText(result)}.`,
        link: back,
      })
    if (result === false)
      throw new PageError({
        status: 502,
        title: 'The email could not be sent',
        text: 'Try again in a few minutes.',
        link: back,
      })
    return goTo(visit, `${page}?done=${name}`)
  }

const resend = onInvite('sent', ({ site, invite, actor, now }) => {
  const url = inviteUrl(site.redeemUrl, invite.slug)
  return emailInvite(site.store, invite, () => site.mailer.sendInvite(invite, url), actor, now)
})

const extend = onInvite('extended', ({ site, invite, actor, now, back }, field) => {
  // A browser without date inputs sends a text.
  const { data: day } = z.iso.date().safeParse(field('until').trim())
  if (day === undefined) throw formError(400, 'Enter the last day, such as 2027-03-31.', back)
  const end = Date.parse(`${day}T23:59:59.999Z`)
  return site.actions.as(actor).run((transaction) => extendInvite(transaction, invite, end, now))
})

const withdraw = onInvite('withdrawn', ({ site, invite, actor, now }) =>
  site.actions.as(actor).run((transaction) => withdrawInvite(transaction, invite, now)),
)

const withdrawPage = async (visit: SignedInVisit): Promise<View> => {
  const { inviteNumber, id } = await findInvite(visit)
  return confirmation(visit, {
    title: `Withdraw invite ${inviteNumber}?`,
    text: html`Its link will show that it was withdrawn. This can’t be undone.`,
    button: 'Withdraw invite',
    cancel: `/invites/${id}`,
  })
}

export const inviteRoutes = signedIn({
  '/invites': { GET: invitesView },
  '/invites/:id': { GET: inviteView },
  '/invites/:id/resend': { POST: resend },
  '/invites/:id/extend': { POST: extend },
  '/invites/:id/withdraw': { GET: withdrawPage, POST: withdraw },
})
