import { Contact, ContactCreate, ContactCreated, Order } from '../../generated/schemas.ts'
import type { components } from '../../generated/types.ts'
import { must, mustReturn, same } from '../support/assertions.ts'
import { newContact, newOrder } from '../support/fixtures.ts'
import type { AreaLaw } from '../support/law.ts'
import type { LawContext } from '../support/law-context.ts'
import { contactsOf, ordersOf, withQuery } from '../support/paging.ts'
import { validBody } from '../support/requests.ts'

type Schemas = components['schemas']

/** Generates contacts with every field that the document allows. */
const anyContact = validBody('createContact').map((body) => ContactCreate.parse(body))

/** Returns the contact as the list must show it. Unset texts are empty strings, never null. */
const expectedContact = (
  id: string,
  sent: Schemas['ContactCreate'],
  orderCount: number,
): Schemas['Contact'] => {
  const texts = Object.keys(Contact.shape).filter((name) => !['tags', 'orderCount'].includes(name))
  const { companyName: _, profilePicture: __, ...rest } = sent
  return Contact.parse({
    ...Object.fromEntries(texts.map((name) => [name, ''])),
    tags: [],
    ...rest,
    id,
    orderCount,
  })
}

/** Texts that a server might trim, normalize or escape by mistake. */
const awkward = [
  ' spaced ',
  '\ttab and\nline\r\n',
  'Zoë 😀 \u0301',
  'é is not e\u0301',
  '\u202eright to left',
  '<b>&amp;</b>',
  `O'Neil "quoted" \\`,
  'null',
  '0012',
  '\ufeffmark',
  '\u0001',
]

const create = async ({ api }: LawContext, contact: Schemas['ContactCreate']) => {
  const response = await api.post('/v1/contacts/create', contact)
  same(response.status, 200, 'the status', response)
  return { id: ContactCreated.parse(response.body).contactId, response }
}

/** Creates contacts that differ in every field that filters search. Their e-mails start with the mark. */
const createForFilters = async (context: LawContext, campaignId: string, mark: string) => {
  const people = [
    { firstName: `Ada${mark}`, lastName: 'Byron', tags: ['vip', `t-${mark}`] },
    { firstName: 'Grace', lastName: `Hop${mark}per`, tags: [`t-${mark}`, 'a,b'] },
    { firstName: '100%', lastName: 'O_Neil', tags: [`u-${mark}`] },
    { firstName: 'Plain', lastName: 'Person', phone: `555${mark}`, companyName: `Company${mark}` },
  ]
  const ids: string[] = []
  for (const [i, person] of people.entries()) {
    const email = `${mark}.${i}@example.com`
    ids.push((await create(context, newContact(campaignId, { ...person, email }))).id)
  }
  return ids
}

export const contacts: AreaLaw[] = [
  {
    promise:
      'A contact is listed as sent, at the end of the list; unset texts are empty strings, never null',
    source: '§2, §4 POST /v1/contacts/create, design decision 24',
    run: async (context) => {
      const campaignId = await context.fixtures.campaign()
      await context.forAll(anyContact, async (any) => {
        const contact = { ...any, campaignId }
        const { id, response } = await create(context, contact)
        const listed = (await contactsOf(context, campaignId)).at(-1)
        const { length } = await ordersOf(context, { campaignId, email: contact.email })
        same(listed, expectedContact(id, contact, length), 'the last contact of the list', response)
      })
    },
  },
  {
    promise: 'Texts are returned exactly as sent',
    source: 'design decision 16',
    run: async (context) => {
      const campaignId = await context.fixtures.campaign()
      for (const text of awkward) {
        const contact = newContact(campaignId, {
          lastName: text,
          city: text,
          tags: [text, 'a', text],
        })
        const { id, response } = await create(context, contact)
        const listed = (await contactsOf(context, campaignId)).find((each) => each.id === id)
        same(
          [listed?.lastName, listed?.city, listed?.tags],
          [text, text, contact.tags],
          'lastName, city and tags',
          response,
        )
      }
    },
  },
  {
    promise: 'The contact list must not be cached',
    source: '§4 GET /v1/contacts/list',
    run: async ({ api, fixtures }) => {
      const response = await api.get(
        withQuery('/v1/contacts/list', { campaignId: await fixtures.campaign() }),
      )
      same(response.headers['cache-control'], 'no-store', 'Cache-Control', response)
    },
  },
  {
    promise:
      'searchText finds names and e-mails literally, ignoring case; tags matches any of the tags',
    source: '§4 GET /v1/contacts/list, design decision 29',
    run: async (context) => {
      const campaignId = await context.fixtures.campaign()
      const mark = `m${context.options.seed}${(await contactsOf(context, campaignId)).length}`
      const [ada, grace, oneil, plain] = await createForFilters(context, campaignId, mark)
      const finds = async (query: Record<string, string>, tags: string[], expected: unknown[]) => {
        const path = withQuery('/v1/contacts/list', { campaignId, limit: 1000, ...query })
        const response = await context.api.get(
          path + tags.map((tag) => `&tags=${encodeURIComponent(tag)}`).join(''),
        )
        const found = Contact.array().parse(response.body)
        same(
          found.filter(({ email }) => email.startsWith(mark)).map(({ id }) => id),
          expected,
          'the contacts found',
          response,
        )
        return found.length
      }
      await finds({ searchText: `ada${mark}`.toUpperCase() }, [], [ada])
      await finds({ searchText: `HOP${mark}PER` }, [], [grace])
      await finds({ searchText: `${mark}.3@EXAMPLE` }, [], [plain])
      await finds({ searchText: '100%' }, [], [oneil])
      await finds({ searchText: 'O_N' }, [], [oneil])
      await finds({ searchText: `${mark}_1` }, [], [])
      await finds({ searchText: `555${mark}` }, [], [])
      await finds({ searchText: `Company${mark}` }, [], [])
      await finds({}, [`t-${mark}`], [ada, grace])
      await finds({}, [`t-${mark}`, `u-${mark}`], [ada, grace, oneil])
      await finds({}, [`t-${mark}`.slice(0, -1)], [])
      await finds({}, ['a,b'], [grace])
      await finds({ searchText: 'Byron' }, [`t-${mark}`], [ada])
      same(
        await finds({ searchText: mark }, [], [ada, grace, oneil, plain]),
        4,
        'the number of contacts found',
      )
      mustReturn(await context.api.get('/v1/contacts/list?campaignId=unknown'), 200, [])
    },
  },
  {
    promise: 'inviteStatusFilter matches contacts by the e-mail of an invite',
    source: '§4 GET /v1/contacts/list, design decisions 17 and 18',
    run: async (context) => {
      const campaignId = await context.fixtures.campaign()
      const count = (await contactsOf(context, campaignId)).length
      const email = `invited.${context.options.seed}.${count}@example.com`
      const { id } = await create(context, newContact(campaignId, { email }))
      const ids = async (inviteStatusFilter: string) =>
        (await contactsOf(context, campaignId, { inviteStatusFilter })).map((each) => each.id)
      must(
        (await ids('not_invited')).includes(id),
        'a contact without an invite must be not_invited',
      )
      const invite = { campaignId, sendEmailNotification: false, email: email.toUpperCase() }
      const response = await context.api.post('/v1/invites/create', invite)
      same(response.status, 200, 'the status', response)
      const [invited, others] = [await ids('invited'), await ids('not_invited')]
      must(invited.includes(id), 'a contact with an invite must be invited', response)
      const all = (await contactsOf(context, campaignId)).map((each) => each.id)
      same(
        [...invited, ...others].toSorted(),
        all.toSorted(),
        'the invited and the not_invited contacts together',
      )
      const elsewhere = (await context.fixtures.campaigns()).find(
        (each) => each.id !== campaignId,
      )?.id
      if (elsewhere) {
        const alone = `elsewhere.${email}`
        const stranger = await create(context, newContact(campaignId, { email: alone }))
        const body = { campaignId: elsewhere, sendEmailNotification: false, email: alone }
        const other = await context.api.post('/v1/invites/create', body)
        must(
          (await ids('not_invited')).includes(stranger.id),
          'an invite to another campaign must not count',
          other,
        )
      }
      const late = await create(context, newContact(campaignId, { email }))
      must(late.id !== id, 'a repeated create must add another contact', late.response)
      must(
        (await ids('invited')).includes(late.id),
        'a contact created after the invite must be invited',
        late.response,
      )
    },
  },
  {
    promise:
      'orderCount counts the orders for the e-mail, including cancelled ones; orderCountFilter matches it exactly',
    source: '§2, §4 GET /v1/contacts/list, design decisions 18 and 30',
    run: async (context) => {
      const offer = await context.fixtures.offer(2)
      const { campaignId } = offer
      const total = (await contactsOf(context, campaignId)).length
      const email = `orders.${context.options.seed}.${total}@example.com`
      const { id } = await create(context, newContact(campaignId, { email }))
      const elsewhere = (await context.fixtures.campaigns()).find(
        (each) => each.id !== campaignId,
      )?.id
      if (elsewhere) await create(context, newContact(elsewhere, { email }))
      const shipTo = { ...newOrder(offer).shipTo, email: email.toUpperCase() }
      for (const count of [1, 2]) {
        const placed = await context.api.post('/v1/orders/create', newOrder(offer, 1, { shipTo }))
        same(placed.status, 201, 'the status', placed)
        await context.api.post('/v1/orders/cancel', { orderId: Order.parse(placed.body).id })
        const all = await contactsOf(context, campaignId)
        same(all.find((each) => each.id === id)?.orderCount, count, 'orderCount', placed)
        for (const wanted of [0, 1, 2])
          same(
            (await contactsOf(context, campaignId, { orderCountFilter: wanted })).map(
              (each) => each.id,
            ),
            all.filter(({ orderCount }) => orderCount === wanted).map((each) => each.id),
            `the contacts with orderCountFilter=${wanted}`,
          )
        if (!elsewhere) continue
        // A later contact counts earlier orders, but not orders of another campaign.
        const late = await create(context, newContact(campaignId, { email }))
        const stranger = await create(context, newContact(elsewhere, { email }))
        const countOf = async (campaign: string, contact: string) =>
          (await contactsOf(context, campaign, { searchText: email })).find(
            (each) => each.id === contact,
          )?.orderCount
        same(
          await countOf(campaignId, late.id),
          count,
          'orderCount of a later contact',
          late.response,
        )
        same(
          await countOf(elsewhere, stranger.id),
          0,
          'orderCount in another campaign',
          stranger.response,
        )
        for (const contact of await contactsOf(context, elsewhere, { searchText: email }))
          same(contact.orderCount, 0, 'orderCount in another campaign', placed)
      }
    },
  },
]
