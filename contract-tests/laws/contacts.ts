import type { components } from '../../generated/types.ts'
import { Contact, ContactCreate, ContactCreated } from '../../generated/zod/schemas.ts'
import { must, mustBe, mustReturn, read, same } from '../support/api.ts'
import {
  awkward,
  cancel,
  caseVariants,
  contactsOf,
  newContact,
  newOrder,
  ordersOf,
  place,
} from '../support/fixtures.ts'
import type { LawContext, Laws } from '../support/law.ts'
import { validBody, withQuery } from '../support/requests.ts'

type Schemas = components['schemas']

/** Generates contacts with every field that the document allows. */
const anyContact = validBody('createContact').map((body) => ContactCreate.parse(body))

/** Returns the contact as the list must show it. Unset texts are empty strings, never null. */
const expectedContact = (
  id: string,
  sent: Schemas['ContactCreate'],
  orderCount: number,
): Schemas['Contact'] => {
  const { companyName: _, profilePicture: __, tags = [], ...texts } = sent
  const unset = Object.fromEntries(Object.keys(Contact.shape).map((name) => [name, '']))
  return Contact.parse({ ...unset, ...texts, tags, id, orderCount })
}

const create = async ({ api }: LawContext, contact: Schemas['ContactCreate']) => {
  const response = await api.post('/v1/contacts/create', contact)
  return { id: read(ContactCreated, response).contactId, response }
}

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id)

/** Returns a text that no contact has yet. */
const freshMark = async (context: LawContext, campaignId: string): Promise<string> =>
  `m${context.options.seed}n${(await contactsOf(context, campaignId)).length}`

/** Returns a campaign beside this one, if the account has one. */
const elsewhereOf = async ({ fixtures }: LawContext, campaignId: string) =>
  (await fixtures.campaigns()).find(({ id }) => id !== campaignId)?.id

export const contacts: Laws = {
  'A contact is listed exactly as sent, at the end; unset texts are empty strings, never null': {
    source: '§2, §4 POST /v1/contacts/create, design decisions 16 and 24',
    async run(context) {
      const { id } = await context.fixtures.campaign()
      const check = async (any: Schemas['ContactCreate'], campaignId = id) => {
        const contact = { ...any, campaignId }
        const { length } = await ordersOf(context, { campaignId, email: contact.email })
        const created = await create(context, contact)
        const listed = (await contactsOf(context, campaignId)).at(-1)
        const expected = expectedContact(created.id, contact, length)
        same(listed, expected, 'the last contact of the list', context.api.last)
      }
      for (const text of awkward) {
        const texts = { firstName: text, lastName: text, city: text, zip: text, phone: text }
        await check(newContact('', { ...texts, tags: [text, 'a', text] }))
      }
      // These have no bound. Databases often cut texts at 255 characters.
      const long = 'é'.repeat(300)
      const many = Array.from({ length: 100 }, (_, i) => `${i} ${long}`)
      await check(newContact('', { dateOfBirth: long, hireDate: long, tags: many }))
      // Also campaigns that accept no orders.
      for (const campaign of await context.fixtures.campaigns())
        await check(newContact(''), campaign.id)
      // Property names in another case are unknown ones.
      const shouted = { ...newContact(id), PHONE: '1', City: 'x', TAGS: ['x'] }
      await create(context, shouted)
      const { phone, city, tags } = { ...(await contactsOf(context, id)).at(-1) }
      same([phone, city, tags], ['', '', []], 'phone, city and tags', context.api.last)
      await context.forAll(anyContact, check)
    },
  },
  'searchText finds names and emails literally, ignoring case; tags matches any of the tags': {
    source: '§4 GET /v1/contacts/list, design decision 29',
    async run(context) {
      const { id: campaignId } = await context.fixtures.campaign()
      const mark = await freshMark(context, campaignId)
      const people = [
        { firstName: `Ada${mark}`, lastName: 'Byron', tags: ['vip', `t-${mark}`] },
        { firstName: 'Grace', lastName: `Hop${mark}per`, tags: [`t-${mark}`, 'a,b'] },
        { firstName: '100%', lastName: 'O_Neil', tags: ['a,', `u-${mark}`] },
        {
          firstName: 'Plain',
          lastName: 'Person',
          phone: `5${mark}`,
          companyName: `Co${mark}`,
          street1: `5${mark}`,
          city: `5${mark}`,
        },
        { firstName: `Zoë${mark}`, lastName: 'A+B %41', tags: [`T-${mark}`] },
      ]
      const ids: string[] = []
      for (const [i, person] of people.entries()) {
        const email = `${mark}.${i}@example.com`
        ids.push((await create(context, newContact(campaignId, { ...person, email }))).id)
      }
      const [ada = '', grace = '', oneil = '', plain = '', zoe = ''] = ids
      const expected: [query: Record<string, string | string[]>, ids: string[]][] = [
        [{ searchText: `ada${mark}`.toUpperCase() }, [ada]],
        [{ searchText: `HOP${mark}PER` }, [grace]],
        [{ searchText: `${mark}.3@EXAMPLE` }, [plain]],
        [{ searchText: '100%' }, [oneil]],
        [{ searchText: 'O_N' }, [oneil]],
        [{ searchText: `${mark}_1` }, []],
        [{ searchText: `${mark} BYRON` }, [ada]],
        [{ searchText: ` ${mark}` }, []],
        [{ searchText: `zoe${mark}` }, []],
        [{ searchText: `Zoë${mark} A+B %41` }, [zoe]],
        [{ searchText: `ZOË${mark}` }, [zoe]],
        [{ searchText: `${mark}\\` }, []],
        [{ tags: `T-${mark}` }, [zoe]],
        [{ searchText: `5${mark}` }, []],
        [{ searchText: `Co${mark}` }, []],
        [{ searchText: `t-${mark}` }, []],
        [{ tags: `t-${mark}` }, [ada, grace]],
        [{ tags: [`t-${mark}`, `u-${mark}`] }, [ada, grace, oneil]],
        [{ tags: `t-${mark}`.slice(0, -1) }, []],
        [{ tags: ',' }, []],
        [{ tags: 'a,b' }, [grace]],
        [{ searchText: 'Byron', tags: `t-${mark}` }, [ada]],
        [{ searchText: mark }, ids],
        // A search field that was cleared.
        [{ searchText: '' }, [...ids]],
      ]
      for (const [query, wanted] of expected) {
        const path = withQuery('/v1/contacts/list', { campaignId, limit: 1000, ...query })
        const response = await context.api.get(path)
        const found = read(Contact.array(), response)
        const ours = found.filter(({ email }) => email.startsWith(mark))
        same(idsOf(ours), wanted, 'the contacts found', response)
        if (wanted === ids) same(found.length, ours.length, 'the number of contacts', response)
      }
      for (const other of ['unknown', ...caseVariants(campaignId)]) {
        const path = withQuery('/v1/contacts/list', { campaignId: other })
        mustReturn(await context.api.get(path), 200, [])
      }
    },
  },
  'inviteStatusFilter matches contacts by the email of an invite': {
    source: '§4 GET /v1/contacts/list, design decisions 17 and 18',
    async run(context) {
      const { id: campaignId } = await context.fixtures.campaign()
      const email = `${await freshMark(context, campaignId)}@example.com`
      const { id } = await create(context, newContact(campaignId, { email }))
      const ids = async (inviteStatusFilter: 'invited' | 'not_invited') =>
        idsOf(await contactsOf(context, campaignId, { inviteStatusFilter }))
      const invite = async (to: { campaignId: string; email: string }) => {
        const body = { sendEmailNotification: false, ...to }
        return mustBe(200, await context.api.post('/v1/invites/create', body))
      }
      must(
        (await ids('not_invited')).includes(id),
        'a contact without an invite must be not_invited',
      )
      const before = idsOf(await contactsOf(context, campaignId))
      await invite({ campaignId, email: email.toUpperCase() })
      const [others, invited] = [await ids('not_invited'), await ids('invited')]
      must(invited.includes(id), 'a contact with an invite must be invited', context.api.last)
      const all = idsOf(await contactsOf(context, campaignId))
      same(all, before, 'the contacts after an invite', context.api.last)
      same(
        [...invited, ...others].toSorted(),
        all.toSorted(),
        'the invited and the others together',
      )
      const elsewhere = await elsewhereOf(context, campaignId)
      if (elsewhere) {
        const alone = `elsewhere.${email}`
        const stranger = await create(context, newContact(campaignId, { email: alone }))
        await invite({ campaignId: elsewhere, email: alone })
        must(
          (await ids('not_invited')).includes(stranger.id),
          'an invite to another campaign must not count',
          context.api.last,
        )
      }
      const late = await create(context, newContact(campaignId, { email }))
      must(late.id !== id, 'a repeated create must add another contact', late.response)
      must(
        (await ids('invited')).includes(late.id),
        'a contact created after the invite must be invited',
        context.api.last,
      )
    },
  },
  'orderCount counts the orders for the email, cancelled ones too; orderCountFilter matches it': {
    source: '§2, §4 GET /v1/contacts/list, design decisions 18 and 30',
    async run(context) {
      const offer = await context.fixtures.offer(2)
      const { campaignId } = offer
      const email = `${await freshMark(context, campaignId)}@example.com`
      await create(context, newContact(campaignId, { email }))
      const elsewhere = await elsewhereOf(context, campaignId)
      const shipTo = { ...newOrder(offer).shipTo, email: email.toUpperCase() }
      const counts = async (campaign: string) =>
        (await contactsOf(context, campaign, { searchText: email })).map(
          ({ orderCount }) => orderCount,
        )
      for (const count of [1, 2]) {
        const { order } = await place(context, newOrder(offer, 1, { shipTo }))
        await cancel(context, order.id)
        // A later contact counts earlier orders, but not orders of another campaign.
        await create(context, newContact(campaignId, { email }))
        const expected = Array(count + 1).fill(count)
        same(await counts(campaignId), expected, 'orderCount of its contacts', context.api.last)
        const all = await contactsOf(context, campaignId)
        for (const orderCountFilter of [0, 1, 2]) {
          const matching = all.filter(({ orderCount }) => orderCount === orderCountFilter)
          const found = idsOf(await contactsOf(context, campaignId, { orderCountFilter }))
          const what = `the contacts with orderCountFilter=${orderCountFilter}`
          same(found, idsOf(matching), what, context.api.last)
        }
        if (!elsewhere) continue
        await create(context, newContact(elsewhere, { email }))
        const none = Array(count).fill(0)
        same(await counts(elsewhere), none, 'orderCount in another campaign', context.api.last)
      }
    },
  },
}
