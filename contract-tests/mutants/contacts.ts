import type { components } from '../../generated/types.ts'
import type { Mutant } from './mutant.ts'
import { at, changed, json, replacing } from './round.ts'

type Contact = components['schemas']['Contact']

/** Changes what the contact list shows. */
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
      const answer = await real.listContacts(input, call)
      return answer.status === 200 ? { ...answer, body: change(answer.body, input.query) } : answer
    },
  })

/** Mutants of contacts. */
export const contactMutants: Mutant[] = [
  {
    breaks: 'unset texts are null',
    source: '§2',
    area: 'contacts',
    round: at('listContacts', 200, replacing('"street2":""', '"street2":null')),
  },
  {
    breaks: 'unset texts are left out',
    source: '§2',
    area: 'contacts',
    round: at('listContacts', 200, replacing('"hireDate":"",', '')),
  },
  {
    breaks: 'the list may be cached',
    source: '§4 GET /v1/contacts/list',
    area: 'contacts',
    round: at('listContacts', 200, (said) =>
      changed(said, { set: { 'cache-control': 'private' } }),
    ),
  },
  {
    breaks: 'the list shows the company, which is no field of it',
    source: '§2',
    area: 'contacts',
    round: at('listContacts', 200, replacing('"phone":', '"companyName":"","phone":')),
  },
  {
    breaks: 'creating answers 201',
    source: '§4 POST /v1/contacts/create',
    area: 'contacts',
    round: at('createContact', 200, (said) => changed(said, { status: 201 })),
  },
  {
    breaks: 'creating answers the contact',
    source: '§4 POST /v1/contacts/create',
    area: 'contacts',
    round: at('createContact', 200, replacing('contactId', 'id')),
  },
  {
    breaks: 'spaces round a name are cut off',
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
    breaks: 'the e-mail is kept in small letters',
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
    breaks: 'tags come sorted',
    source: 'design decision 16',
    area: 'contacts',
    operations: listing((contacts) =>
      contacts.map((each) => ({ ...each, tags: each.tags.toSorted() })),
    ),
  },
  {
    breaks: 'tags must all be there',
    source: '§4 GET /v1/contacts/list',
    area: 'contacts',
    operations: listing((contacts, { tags = [] }) =>
      contacts.filter((each) => tags.every((tag) => each.tags.includes(tag))),
    ),
  },
  {
    breaks: 'searchText looks at names alone',
    source: '§4 GET /v1/contacts/list',
    area: 'contacts',
    operations: listing((contacts, { searchText = '' }) =>
      contacts.filter(({ firstName, lastName }) =>
        `${firstName} ${lastName}`.toLowerCase().includes(searchText.toLowerCase()),
      ),
    ),
  },
  {
    breaks: 'searchText minds the case',
    source: '§4 GET /v1/contacts/list, design decision 29',
    area: 'contacts',
    operations: listing((contacts, { searchText = '' }) =>
      contacts.filter(({ firstName, lastName, email }) =>
        `${firstName} ${lastName} ${email}`.includes(searchText),
      ),
    ),
  },
  {
    breaks: '% in searchText stands for anything',
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
    breaks: 'not_invited shows everyone',
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
    breaks: 'orderCountFilter finds those with more orders, too',
    source: '§4 GET /v1/contacts/list: exact match',
    area: 'contacts',
    operations: (real) => ({
      listContacts: async ({ query: { orderCountFilter, ...query } }, call) => {
        const answer = await real.listContacts({ query }, call)
        if (answer.status !== 200 || orderCountFilter === undefined) return answer
        return {
          ...answer,
          body: answer.body.filter(({ orderCount }) => orderCount >= orderCountFilter),
        }
      },
    }),
  },
  {
    breaks: 'a create that is tried again finds the contact that is there',
    source: '§4 POST /v1/contacts/create: no idempotency',
    area: 'contacts',
    operations: (real) => {
      const ids = new Map<string, string>()
      return {
        createContact: async (input, call) => {
          const body = JSON.stringify(input.body)
          const contactId = ids.get(body)
          if (contactId) return { status: 200, body: { contactId } }
          const answer = await real.createContact(input, call)
          if (answer.status === 200) ids.set(body, answer.body.contactId)
          return answer
        },
      }
    },
  },
  {
    breaks: 'searchText looks at phones, too',
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
    breaks: 'an invite to any campaign makes a contact invited',
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
          const answer = await real.listContacts(input, call)
          if (answer.status !== 200 || input.query.inviteStatusFilter !== 'not_invited')
            return answer
          return {
            ...answer,
            body: answer.body.filter(({ email }) => !invited.has(email.toLowerCase())),
          }
        },
      }
    },
  },
  {
    breaks: 'contacts are listed newest first',
    source: 'design decision 24',
    area: 'contacts',
    operations: listing((contacts) => contacts.toReversed()),
  },
  {
    breaks: 'an unknown campaign is 400 in the contact list',
    source: '§7, design decision 4',
    area: 'contacts',
    round: at('listContacts', 200, (said) =>
      said.text === '[]' ? json(said, 400, { message: 'Campaign not found' }) : said,
    ),
  },
]
