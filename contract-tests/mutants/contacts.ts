import { body, input, operation } from './change-operation.ts'
import { at, headers, json, replacing, status } from './change-response.ts'
import { mutantsOf } from './mutant.ts'

/** Mutants of contacts. */
export const contactMutants = [
  ...mutantsOf('contacts', '§2', {
    'The contact list returns null for an unset text': at(
      'listContacts 200',
      replacing('"street2":""', '"street2":null'),
    ),
    'The contact list omits an unset text': at('listContacts 200', replacing('"hireDate":"",', '')),
    'The contact list has an undocumented companyName field': at(
      'listContacts 200',
      replacing('"phone":', '"companyName":"","phone":'),
    ),
  }),
  ...mutantsOf('contacts', '§4 GET /v1/contacts/list', {
    'The contact list may be cached': at(
      'listContacts 200',
      headers({ 'cache-control': 'private' }),
    ),
    'The tags filter requires all tags instead of any': body(
      'listContacts',
      (contacts, { query: { tags = [] } }) =>
        contacts.filter((each) => tags.every((tag) => each.tags.includes(tag))),
    ),
    'searchText does not search e-mails': body(
      'listContacts',
      (contacts, { query: { searchText = '' } }) =>
        contacts.filter(({ firstName, lastName }) =>
          `${firstName} ${lastName}`.toLowerCase().includes(searchText.toLowerCase()),
        ),
    ),
    'searchText is case-sensitive': body(
      'listContacts',
      (contacts, { query: { searchText = '' } }) =>
        contacts.filter(({ firstName, lastName, email }) =>
          `${firstName} ${lastName} ${email}`.includes(searchText),
        ),
    ),
    'searchText also searches phone numbers': operation(
      'listContacts',
      async ({ query: { searchText, ...query } }, call, real) => {
        const all = await real.listContacts({ query }, call)
        if (all.status !== 200 || searchText === undefined) return all
        const found = all.body.filter(({ firstName, lastName, email, phone }) =>
          [firstName, lastName, email, phone].some((text) =>
            text.toLowerCase().includes(searchText.toLowerCase()),
          ),
        )
        return { ...all, body: found }
      },
    ),
    'inviteStatusFilter=not_invited returns all contacts': input(
      'listContacts',
      ({ query: { inviteStatusFilter, ...query } }) => ({
        query: inviteStatusFilter === 'invited' ? { ...query, inviteStatusFilter } : query,
      }),
    ),
    'orderCountFilter also matches higher order counts': operation(
      'listContacts',
      async ({ query: { orderCountFilter = 0, ...query } }, call, real) => {
        const reply = await real.listContacts({ query }, call)
        if (reply.status !== 200) return reply
        return { ...reply, body: reply.body.filter((each) => each.orderCount >= orderCountFilter) }
      },
    ),
  }),
  ...mutantsOf('contacts', '§4 POST /v1/contacts/create', {
    'createContact returns 201': at('createContact 200', status(201)),
    'createContact returns id instead of contactId': at(
      'createContact 200',
      replacing('contactId', 'id'),
    ),
    'A repeated createContact returns the existing contact': {
      operations: (real) => {
        const ids = new Map<string, string>()
        return {
          createContact: async (sent, call) => {
            const key = JSON.stringify(sent.body)
            const contactId = ids.get(key)
            if (contactId) return { status: 200, body: { contactId } }
            const reply = await real.createContact(sent, call)
            if (reply.status === 200) ids.set(key, reply.body.contactId)
            return reply
          },
        }
      },
    },
  }),
  ...mutantsOf('contacts', 'design decision 16', {
    'createContact trims spaces from the last name': input('createContact', (sent) => ({
      body: { ...sent.body, lastName: sent.body.lastName.trim() || 'x' },
    })),
    'createContact stores the e-mail in lower case': input('createContact', (sent) => ({
      body: { ...sent.body, email: sent.body.email.toLowerCase() },
    })),
    'The contact list sorts tags': body('listContacts', (contacts) =>
      contacts.map((each) => ({ ...each, tags: each.tags.toSorted() })),
    ),
  }),
  ...mutantsOf('contacts', 'design decision 18', {
    'An invite to another campaign marks a contact as invited': {
      operations: (real) => {
        const invited = new Set<string>()
        return {
          createInvite: (sent, call) => {
            invited.add((sent.body.email ?? '').toLowerCase())
            return real.createInvite(sent, call)
          },
          listContacts: async (sent, call) => {
            const reply = await real.listContacts(sent, call)
            if (reply.status !== 200 || sent.query.inviteStatusFilter !== 'not_invited')
              return reply
            const others = reply.body.filter(({ email }) => !invited.has(email.toLowerCase()))
            return { ...reply, body: others }
          },
        }
      },
    },
  }),
  ...mutantsOf('contacts', 'design decision 24', {
    'The contact list is sorted newest first': body('listContacts', (contacts) =>
      contacts.toReversed(),
    ),
  }),
  ...mutantsOf('contacts', 'design decision 29', {
    'searchText treats % as a wildcard': input(
      'listContacts',
      ({ query: { searchText, ...query } }) => ({
        query:
          searchText?.includes('%') || searchText === undefined ? query : { ...query, searchText },
      }),
    ),
  }),
  ...mutantsOf('contacts', '§7, design decision 4', {
    'The contact list returns 400 for an unknown campaign': at(
      ({ text }, { operation: id }) => id === 'listContacts' && text === '[]',
      json(400, { message: 'Campaign not found' }),
    ),
  }),
]
