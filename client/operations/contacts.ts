import type { Calls } from '../calls.ts'
import { offsetPages } from '../paging.ts'
import type { CallOptions, PagingOptions, Query, Schemas } from '../types.ts'

type Contact = Schemas['Contact']
type ContactQuery = Query<'listContacts'>

export const contactCalls = ({ transport, read, write }: Calls) => {
  const list = (query: ContactQuery, options: CallOptions = {}): Promise<Contact[]> =>
    read('listContacts', options, (init) =>
      transport.GET('/v1/contacts/list', { params: { query }, ...init }),
    )

  return {
    /** Returns a page of a campaign's contacts, oldest first. Do not cache it. */
    list,

    /** Yields every contact of a campaign, oldest first. */
    all: (
      query: Omit<ContactQuery, 'limit' | 'offset'>,
      { pageSize, ...options }: PagingOptions = {},
    ): AsyncGenerator<Contact, void, undefined> =>
      offsetPages((page) => list({ ...query, ...page }, options), pageSize),

    /** Creates a contact. A repeated call creates another one. */
    create: (
      body: Schemas['ContactCreate'],
      options: CallOptions = {},
    ): Promise<Schemas['ContactCreated']> =>
      write('createContact', options, (init) =>
        transport.POST('/v1/contacts/create', { body, ...init }),
      ),
  }
}

/** Contacts of a campaign. */
export type Contacts = ReturnType<typeof contactCalls>
