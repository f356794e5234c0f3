import type { components } from '../../generated/types.ts'
import { at, changed, json, replacing } from './change-response.ts'
import type { Mutant } from './mutant.ts'

type Contact = components['schemas']['Contact']

/** Changes the rows of the contact list. */
const listing =
  (
    change: (
      contacts: Contact[],
      query: {
        tags?: string[] | undefined
        searchText?: string | undefined
        inviteStatusFilter?: string | undefined
      },
    ) => Contact[],
  ): NonNullable<Mutant['operations']> =>
  (real) => ({
    listContacts: async (input, call) => {
      const reply = await real.listContacts(input, call)
      return reply.status === 200 ? { ...reply, body: change(reply.body, input.query) } : reply
    },
  })

/** Mutants of contacts. */
export const contactMutants: Mutant[] = [
  {
    breaks: 'The contact list returns null for an unset text',
    source: '§2',
    area: 'contacts',
    change: at('listContacts', 200, replacing('"street2":""', '"street2":null')),
  },
  {
    breaks: 'The contact list omits an unset text',
    source: '§2',
    area: 'contacts',
    change: at('listContacts', 200, replacing('"hireDate":"",', '')),
  },
  {
    breaks: 'The contact list may be cached',
    source: '§4 GET /v1/contacts/list',
    area: 'contacts',
    change: at('listContacts', 200, (response) =>
      changed(response, { set: { 'cache-control': 'private' } }),
    ),
  },
  {
    breaks: 'The contact list has an undocumented companyName field',
    source: '§2',
    area: 'contacts',
    change: at('listContacts', 200, replacing('"phone":', '"companyName":"","phone":')),
  },
  {
    breaks: 'createContact returns 201',
    source: '§4 POST /v1/contacts/create',
    area: 'contacts',
    change: at('createContact', 200, (response) => changed(response, { status: 201 })),
  },
  {
    breaks: 'createContact returns id instead of contactId',
    source: '§4 POST /v1/contacts/create',
    area: 'contacts',
    change: at('createContact', 200, replacing('contactId', 'id')),
  },
  {
    breaks: 'createContact trims spaces from the last name',
    source: 'design decision 16',
    area: 'contacts',
    operations: (real) => ({
      createContact: (input, call) =>
        real.createContact(
          { ...input, body: { ...input.body, lastName: input.body.lastName.trim() || 'x' } },
          call,
        ),
    }),
  },
  {
    breaks: 'createContact stores the e-mail in lower case',
    source: 'design decision 16',
    area: 'contacts',
    operations: (real) => ({
      createContact: (input, call) =>
        real.createContact(
          { ...input, body: { ...input.body, email: input.body.email.toLowerCase() } },
          call,
        ),
    }),
  },
  {
    breaks: 'The contact list sorts tags',
    source: 'design decision 16',
    area: 'contacts',
    operations: listing((contacts) =>
      contacts.map((each) => ({ ...each, tags: each.tags.toSorted() })),
    ),
  },
  {
    breaks: 'The tags filter requires all tags instead of any',
    source: '§4 GET /v1/contacts/list',
    area: 'contacts',
    operations: listing((contacts, { tags = [] }) =>
      contacts.filter((each) => tags.every((tag) => each.tags.includes(tag))),
    ),
  },
  {
    breaks: 'searchText does not search e-mails',
    source: '§4 GET /v1/contacts/list',
    area: 'contacts',
    operations: listing((contacts, { searchText = '' }) =>
      contacts.filter(({ firstName, lastName }) =>
        `${firstName} ${lastName}`.toLowerCase().includes(searchText.toLowerCase()),
      ),
    ),
  },
  {
    breaks: 'searchText is case-sensitive',
    source: '§4 GET /v1/contacts/list, design decision 29',
    area: 'contacts',
    operations: listing((contacts, { searchText = '' }) =>
      contacts.filter(({ firstName, lastName, email }) =>
        `${firstName} ${lastName} ${email}`.includes(searchText),
      ),
    ),
  },
  {
    breaks: 'searchText treats % as a wildcard',
    source: 'design decision 29',
    area: 'contacts',
    operations: (real) => ({
      listContacts: ({ query: { searchText, ...query } }, call) =>
        real.listContacts(
          {
            query:
              searchText?.includes('%') || searchText === undefined
                ? query
                : { ...query, searchText },
          },
          call,
        ),
    }),
  },
  {
    breaks: 'inviteStatusFilter=not_invited returns all contacts',
    source: '§4 GET /v1/contacts/list',
    area: 'contacts',
    operations: (real) => ({
      listContacts: ({ query: { inviteStatusFilter, ...query } }, call) =>
        real.listContacts(
          { query: inviteStatusFilter === 'invited' ? { ...query, inviteStatusFilter } : query },
          call,
        ),
    }),
  },
  {
    breaks: 'orderCountFilter also matches higher order counts',
    source: '§4 GET /v1/contacts/list: exact match',
    area: 'contacts',
    operations: (real) => ({
      listContacts: async ({ query: { orderCountFilter, ...query } }, call) => {
        const reply = await real.listContacts({ query }, call)
        if (reply.status !== 200 || orderCountFilter === undefined) return reply
        return {
          ...reply,
          body: reply.body.filter(({ orderCount }) => orderCount >= orderCountFilter),
        }
      },
    }),
  },
  {
    breaks: 'A repeated createContact returns the existing contact',
    source: '§4 POST /v1/contacts/create: no idempotency',
    area: 'contacts',
    operations: (real) => {
      const ids = new Map<string, string>()
      return {
        createContact: async (input, call) => {
          const body = JSON.stringify(input.body)
          const contactId = ids.get(body)
          if (contactId) return { status: 200, body: { contactId } }
          const reply = await real.createContact(input, call)
          if (reply.status === 200) ids.set(body, reply.body.contactId)
          return reply
        },
      }
    },
  },
  {
    breaks: 'searchText also searches phone numbers',
    source: '§4 GET /v1/contacts/list: names or e-mails',
    area: 'contacts',
    operations: (real) => ({
      listContacts: async ({ query: { searchText, ...query } }, call) => {
        const all = await real.listContacts({ query }, call)
        if (all.status !== 200 || searchText === undefined) return all
        const part = searchText.toLowerCase()
        return {
          ...all,
          body: all.body.filter(({ firstName, lastName, email, phone }) =>
            [firstName, lastName, email, phone].some((text) => text.toLowerCase().includes(part)),
          ),
        }
      },
    }),
  },
  {
    breaks: 'An invite to another campaign marks a contact as invited',
    source: 'design decision 18',
    area: 'contacts',
    operations: (real) => {
      const invited = new Set<string>()
      return {
        createInvite: (input, call) => {
          invited.add((input.body.email ?? '').toLowerCase())
          return real.createInvite(input, call)
        },
        listContacts: async (input, call) => {
          const reply = await real.listContacts(input, call)
          if (reply.status !== 200 || input.query.inviteStatusFilter !== 'not_invited') return reply
          return {
            ...reply,
            body: reply.body.filter(({ email }) => !invited.has(email.toLowerCase())),
          }
        },
      }
    },
  },
  {
    breaks: 'The contact list is sorted newest first',
    source: 'design decision 24',
    area: 'contacts',
    operations: listing((contacts) => contacts.toReversed()),
  },
  {
    breaks: 'The contact list returns 400 for an unknown campaign',
    source: '§7, design decision 4',
    area: 'contacts',
    change: at('listContacts', 200, (response) =>
      response.text === '[]' ? json(response, 400, { message: 'Campaign not found' }) : response,
    ),
  },
]
