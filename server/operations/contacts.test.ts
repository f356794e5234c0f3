import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { Contact, type ContactCreate } from '../../generated/schemas.ts'
import { newContact, newOrder } from '../../testkit/shapes.ts'
import { smallAccount } from '../testing/small-account.ts'
import { testServer } from '../testing/test-server.ts'

const contacts = z.array(Contact)
type Body = z.input<typeof ContactCreate>

const people = async () => {
  const server = await testServer({ demo: false })
  const account = smallAccount(server)
  const campaign = await account.campaign([])
  const add = (more: Partial<Body> = {}) =>
    server.post('/v1/contacts/create', newContact(campaign, more))
  const list = async (query = '') => {
    const answer = await server.get(`/v1/contacts/list?campaignId=${campaign}${query}`)
    return contacts.parse(answer.body)
  }
  const names = async (query: string) => (await list(query)).map(({ firstName }) => firstName)
  return { server, account, campaign, add, list, names }
}

test('a contact with the required fields alone has empty texts, never null', async () => {
  const { add, list, campaign } = await people()
  const answer = await add()
  expect(answer.body).toEqual({ contactId: expect.stringMatching(/^con_[0-9a-f]{32}$/) })
  expect(await list()).toEqual([
    {
      ...z
        .object({ contactId: z.string() })
        .transform(({ contactId: id }) => ({ id }))
        .parse(answer.body),
      firstName: 'Ada',
      lastName: 'Byron',
      email: 'ada@example.com',
      tags: [],
      campaignId: campaign,
      street1: '',
      street2: '',
      city: '',
      state: '',
      country: '',
      zip: '',
      dateOfBirth: '',
      hireDate: '',
      phone: '',
      shirtSize: '',
      orderCount: 0,
    },
  ])
})

test('texts come back as sent, whatever they are', async () => {
  const { add, list } = await people()
  const kept = fc
    .string({ unit: 'binary', minLength: 1, maxLength: 20 })
    .filter((text) => text.isWellFormed() && !text.includes('\u0000'))
  const body = fc.record({
    firstName: kept,
    city: kept,
    dateOfBirth: kept,
    tags: fc.array(kept, { maxLength: 4 }),
  })
  await fc.assert(
    fc.asyncProperty(body, async (texts) => {
      await add(texts)
      const newest = (await list('&limit=1000')).at(-1)
      expect(newest).toMatchObject(texts)
    }),
    { numRuns: 60 },
  )
})

test('properties that the contract does not know are ignored', async () => {
  const { server, campaign, list } = await people()
  const body = { ...newContact(campaign), orderCount: 99, id: 'con_mine', __proto__: { city: 'x' } }
  expect((await server.post('/v1/contacts/create', body)).status).toBe(200)
  const [contact] = await list()
  expect(contact).toMatchObject({ orderCount: 0, city: '' })
  expect(contact?.id).not.toBe('con_mine')
})

test.each<[Partial<Record<keyof Body, unknown>>, string[]]>([
  [{ firstName: '' }, ['firstName: must not be empty']],
  [
    { firstName: undefined, lastName: undefined },
    ['firstName: is required', 'lastName: is required'],
  ],
  [{ firstName: 'x'.repeat(101) }, ['firstName: must have at most 100 characters']],
  [{ email: 'nobody' }, ['email: must be an e-mail address']],
  [{ email: 'a b@c.d' }, ['email: must be an e-mail address']],
  [{ email: '' }, ['email: must be an e-mail address']],
  [{ email: `${'x'.repeat(251)}@b.c` }, ['email: must have at most 254 characters']],
  [{ phone: '1'.repeat(31) }, ['phone: must have at most 30 characters']],
  [{ zip: '1'.repeat(21) }, ['zip: must have at most 20 characters']],
  [{ tags: 'engineering' }, ['tags: must be an array']],
  [{ tags: ['a', 1, null] }, ['tags[1]: must be a string', 'tags[2]: must be a string']],
  [{ city: 5, state: true }, ['city: must be a string', 'state: must be a string']],
])('%o is refused, naming each field', async (more, errors) => {
  const { server, campaign } = await people()
  const answer = await server.post('/v1/contacts/create', { ...newContact(campaign), ...more })
  expect([answer.status, answer.body]).toEqual([400, { message: 'Invalid request body', errors }])
})

test('lengths count code points', async () => {
  const { add } = await people()
  expect((await add({ firstName: '😀'.repeat(100) })).status).toBe(200)
  expect((await add({ firstName: '😀'.repeat(101) })).body).toMatchObject({
    errors: ['firstName: must have at most 100 characters'],
  })
})

test('an unknown campaign is refused on creation and empty in the list', async () => {
  const { server } = await people()
  expect((await server.post('/v1/contacts/create', newContact('cmp_none'))).body).toEqual({
    message: 'Campaign not found',
  })
  const answer = await server.get('/v1/contacts/list?campaignId=cmp_none')
  expect(answer.body).toEqual([])
  expect(answer.headers['cache-control']).toBe('no-store')
})

describe('searching', () => {
  const crowd = async () => {
    const all = await people()
    await all.add({ firstName: 'Zoë', lastName: 'van der Berg', email: 'zoe@example.com' })
    await all.add({ firstName: 'Max', lastName: '100%_sure', email: 'MAX@Example.org' })
    await all.add({ firstName: 'Al', lastName: 'Ng', email: 'al.ng@example.com' })
    return all
  }

  test.each([
    ['zoë', ['Zoë']],
    ['ZOË', ['Zoë']],
    ['Zoë van', ['Zoë']],
    ['der Berg', ['Zoë']],
    ['example.com', ['Zoë', 'Al']],
    ['EXAMPLE', ['Zoë', 'Max', 'Al']],
    ['al', ['Al']],
    ['ng', ['Al']],
    ['l N', ['Al']],
    ['%_s', ['Max']],
    ['100%', ['Max']],
    ['%', ['Max']],
    ['_', ['Max']],
    ['"', []],
    ['nobody at all', []],
    ['Berg zoe', []],
    ['', ['Zoë', 'Max', 'Al']],
  ])('%j finds %j', async (text, expected) => {
    const { names } = await crowd()
    expect(await names(`&searchText=${encodeURIComponent(text)}`)).toEqual(expected)
  })

  test('finds exactly the contacts whose name or address contains the text', async () => {
    const { add, names, list } = await people()
    const letters = fc.string({
      unit: fc.constantFrom('a', 'b', 'B', 'é', ' ', '"', '%'),
      minLength: 1,
      maxLength: 8,
    })
    const persons = fc.sample(fc.record({ firstName: letters, lastName: letters }), {
      numRuns: 60,
      seed: 7,
    })
    for (const [i, person] of persons.entries()) await add({ ...person, email: `p${i}@ab.example` })
    const all = await list('&limit=1000')
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(letters, fc.constantFrom('ab.', 'p1', '@ab.example')),
        async (text) => {
          const contains = (hay: string) => hay.toLowerCase().includes(text.toLowerCase())
          const expected = all
            .filter((c) => contains(`${c.firstName} ${c.lastName}`) || contains(c.email))
            .map(({ firstName }) => firstName)
          expect(await names(`&limit=1000&searchText=${encodeURIComponent(text)}`)).toEqual(
            expected,
          )
        },
      ),
      { numRuns: 80 },
    )
  })
})

describe('filters', () => {
  test('tags: any of them; each contact once', async () => {
    const { add, names } = await people()
    await add({ firstName: 'A', tags: ['x', 'y', 'x'] })
    await add({ firstName: 'B', tags: ['y'] })
    await add({ firstName: 'C' })
    expect(await names('&tags=x')).toEqual(['A'])
    expect(await names('&tags=x&tags=y')).toEqual(['A', 'B'])
    expect(await names('&tags=X')).toEqual([])
    expect(await names('&tags=x,y')).toEqual([])
  })

  test('invited or not, by e-mail within the campaign, whichever came first', async () => {
    const { server, add, names, campaign, account } = await people()
    const invite = (email: string, campaignId = campaign) =>
      server.post('/v1/invites/create', { campaignId, sendEmailNotification: false, email })
    await add({ firstName: 'A', email: 'a@example.com' })
    await invite('A@Example.com')
    await invite('b@example.com')
    await add({ firstName: 'B', email: 'B@example.com' })
    await add({ firstName: 'C', email: 'c@example.com' })
    await invite('c@example.com', await account.campaign([]))
    expect(await names('&inviteStatusFilter=invited')).toEqual(['A', 'B'])
    expect(await names('&inviteStatusFilter=not_invited')).toEqual(['C'])
    expect(
      (await server.get(`/v1/contacts/list?campaignId=${campaign}&inviteStatusFilter=x`)).body,
    ).toEqual({
      message: 'inviteStatusFilter: must be one of invited, not_invited',
    })
  })

  test('orders placed: exactly that many, whichever came first', async () => {
    const { server, add, names, account } = await people()
    await account.variant('T')
    const campaign = await account.campaign(['T'])
    await account.warehouse({ T: 9 })
    await add({ firstName: 'Before', campaignId: campaign })
    for (let i = 0; i < 2; i++) await server.post('/v1/orders/create', newOrder(campaign, 'T'))
    await add({ firstName: 'After', campaignId: campaign, email: 'ADA@example.com' })
    await add({ firstName: 'Other', campaignId: campaign, email: 'other@example.com' })
    const list = async (count: number) => {
      const path = `/v1/contacts/list?campaignId=${campaign}&orderCountFilter=${count}`
      return contacts.parse((await server.get(path)).body).map(({ firstName }) => firstName)
    }
    expect(await list(2)).toEqual(['Before', 'After'])
    expect(await list(0)).toEqual(['Other'])
    expect(await list(1)).toEqual([])
    expect(await names('')).toEqual([])
  })

  test('combine', async () => {
    const { add, names } = await people()
    await add({ firstName: 'Ann', tags: ['x'] })
    await add({ firstName: 'Anna', tags: ['y'] })
    await add({ firstName: 'Bob', tags: ['x'] })
    expect(
      await names('&searchText=ann&tags=x&orderCountFilter=0&inviteStatusFilter=not_invited'),
    ).toEqual(['Ann'])
  })
})

test('pages visit every contact once, in the order of creation, while others are added', async () => {
  const { add, list } = await people()
  const made: string[] = []
  const addOne = async () => {
    made.push(`P${made.length}`)
    await add({ firstName: made.at(-1) ?? '' })
  }
  for (let i = 0; i < 120; i++) await addOne()
  const seen: string[] = []
  for (let offset = 0; ; offset += 25) {
    const page = await list(`&limit=25&offset=${offset}`)
    seen.push(...page.map(({ firstName }) => firstName))
    if (page.length < 25) break
    if (made.length < 140) await addOne()
  }
  expect(seen).toEqual(made.slice(0, seen.length))
  expect(seen.length).toBeGreaterThanOrEqual(120)
})
