import type { Operations } from '../../generated/operations.ts'
import type { components } from '../../generated/types.ts'
import { timestamp } from '../domain/clock.ts'
import type { NewContact } from '../domain/contact.ts'
import { newId, toId } from '../domain/ids.ts'
import type { Call } from '../http/call.ts'
import { reject } from '../http/respond.ts'
import { insertContact, listContacts } from '../store/contacts.ts'
import type { Services } from './services.ts'

type ContactCreate = components['schemas']['ContactCreate']

/** Returns a contact. Unset texts become empty (specification §2). */
export const newContact = (body: ContactCreate, createdAt: string): NewContact => ({
  id: newId('con'),
  campaignId: toId('cmp', body.campaignId),
  firstName: body.firstName,
  lastName: body.lastName,
  email: body.email,
  phone: body.phone ?? '',
  companyName: body.companyName ?? '',
  street1: body.street1 ?? '',
  street2: body.street2 ?? '',
  city: body.city ?? '',
  state: body.state ?? '',
  country: body.country ?? '',
  zip: body.zip ?? '',
  dateOfBirth: body.dateOfBirth ?? '',
  hireDate: body.hireDate ?? '',
  shirtSize: body.shirtSize ?? '',
  tags: body.tags ?? [],
  profilePicture: body.profilePicture ?? '',
  createdAt,
})

export const contactOperations = ({ store, clock }: Services) =>
  ({
    async listContacts({ query }, { account }) {
      const { inviteStatusFilter, orderCountFilter, limit, offset, ...filter } = query
      const invited = inviteStatusFilter && inviteStatusFilter === 'invited'
      const contacts = await listContacts(
        store,
        account,
        {
          ...filter,
          campaignId: toId('cmp', filter.campaignId),
          invited,
          orderCount: orderCountFilter,
        },
        { limit, offset },
      )
      return { status: 200, body: contacts }
    },

    async createContact({ body }, { account }) {
      const contact = newContact(body, timestamp(clock()))
      if (!(await insertContact(store, account, contact)))
        return reject({ rejected: 'campaign-not-found' })
      return { status: 200, body: { contactId: contact.id } }
    },
  }) satisfies Partial<Operations<Call>>
