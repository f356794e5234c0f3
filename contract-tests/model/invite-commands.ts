import fc from 'fast-check'
import { InviteCreated } from '../../generated/schemas.ts'
import { same } from '../support/assertions.ts'
import { must } from '../support/law-context.ts'
import { contactsOf } from '../support/paging.ts'
import { type Command, command } from './model.ts'

const createInvite = (toContact: boolean) =>
  command(
    `createInvite(${toContact ? 'the contact' : 'someone else'})`,
    async (model, { context }) => {
      const { offer, contact, slugs } = model
      const email = toContact ? contact.email : 'someone.else@example.org'
      const body = { campaignId: offer.campaignId, sendEmailNotification: false, email }
      const response = await context.api.post('/v1/invites/create', body)
      same(response.status, 200, 'the status', response)
      const { invite } = InviteCreated.parse(response.body)
      must(!slugs.has(invite.slug), `the slug ${invite.slug} came twice`, response)
      slugs.add(invite.slug)
      if (toContact) contact.invited = true
    },
  )

const lookAtContact = () =>
  command('listContacts', async ({ offer, contact }, { context }) => {
    const { id, invited, orderCount } = contact
    const searchText = contact.email
    const found = async (filter: Record<string, string | number>) =>
      (await contactsOf(context, offer.campaignId, { searchText, ...filter })).some(
        (each) => each.id === id,
      )
    same(await found({ inviteStatusFilter: 'invited' }), invited, 'that the contact is invited')
    same(
      await found({ inviteStatusFilter: 'not_invited' }),
      !invited,
      'that the contact is not invited',
    )
    same(await found({ orderCountFilter: orderCount }), true, `that orderCount is ${orderCount}`)
    same(
      await found({ orderCountFilter: orderCount + 1 }),
      false,
      `that orderCount is ${orderCount + 1}`,
    )
  })

/** Commands for invites, and for the contact fields that depend on invites and orders. */
export const inviteCommands = (): fc.Arbitrary<Command>[] => [
  fc.boolean().map(createInvite),
  fc.constant(lookAtContact()),
]
