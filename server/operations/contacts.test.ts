import fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import { z } from 'zod'
import { Contact, type ContactCreate } from '../../generated/schemas.ts'
import { newContact } from '../../testkit/request-bodies.ts'
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

test('unknown properties are ignored', async () => {
  const { server, campaign, list } = await people()
  const body = { ...newContact(campaign), orderCount: 99, id: 'con_mine', __proto__: { city: 'x' } }
  expect((await server.post('/v1/contacts/create', body)).status).toBe(200)
  const [contact] = await list()
  expect(contact).toMatchObject({ orderCount: 0, city: '' })
  expect(contact?.id).not.toBe('con_mine')
})

test('finds exactly the contacts whose name or address contains the text', async () => {
  const { add, names, list } = await people()
  const letters = fc.string({
    unit: fc.constantFrom('a', 'b', 'B', 'é', 'É', ' ', '"', '%', '_'),
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
      fc.oneof(letters, fc.constantFrom('', 'ab.', 'P1', '@ab.example')),
      async (text) => {
        const contains = (hay: string) => hay.toLowerCase().includes(text.toLowerCase())
        const expected = all
          .filter((c) => contains(`${c.firstName} ${c.lastName}`) || contains(c.email))
          .map(({ firstName }) => firstName)
        expect(await names(`&limit=1000&searchText=${encodeURIComponent(text)}`)).toEqual(expected)
      },
    ),
    { numRuns: inject('isThorough') ? 500 : 30 },
  )
})

test('filters combine, and tags match any of the values', async () => {
  const { add, names } = await people()
  await add({ firstName: 'Ann', tags: ['x', 'y', 'x'] })
  await add({ firstName: 'Anna', tags: ['y'] })
  await add({ firstName: 'Bob', tags: ['x'] })
  expect(await names('&tags=x&tags=y')).toEqual(['Ann', 'Anna', 'Bob'])
  expect(await names('&tags=X')).toEqual([])
  const others = '&orderCountFilter=0&inviteStatusFilter=not_invited'
  expect(await names(`&searchText=ann&tags=x${others}`)).toEqual(['Ann'])
})
