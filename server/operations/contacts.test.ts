import fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import { Contact } from '../../generated/zod/schemas.ts'
import { newContact } from '../../tests/kit/request-bodies.ts'
import { smallAccount } from '../../tests/kit/server/small-account.ts'
import { testServer } from '../../tests/kit/server/test-server.ts'

test('finds exactly the contacts whose name or address contains the text', async () => {
  const server = await testServer({ demo: false })
  const campaign = await smallAccount(server).campaign([])
  const list = async (query: string) => {
    const path = `/v1/contacts/list?campaignId=${campaign}&limit=1000${query}`
    return Contact.array().parse((await server.get(path)).body)
  }
  const letters = fc.string({
    unit: fc.constantFrom('a', 'b', 'B', 'é', 'É', ' ', '"', '%', '_'),
    minLength: 1,
    maxLength: 8,
  })
  const persons = fc.sample(fc.record({ firstName: letters, lastName: letters }), {
    numRuns: 60,
    seed: 7,
  })
  for (const [i, person] of persons.entries()) {
    const contact = newContact(campaign, { ...person, email: `p${i}@ab.example` })
    await server.post('/v1/contacts/create', contact)
  }
  const all = await list('')
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(letters, fc.constantFrom('', 'ab.', 'P1', '@ab.example')),
      async (text) => {
        const contains = (hay: string) => hay.toLowerCase().includes(text.toLowerCase())
        const expected = all.filter(
          (each) => contains(`${each.firstName} ${each.lastName}`) || contains(each.email),
        )
        expect(await list(`&searchText=${encodeURIComponent(text)}`)).toEqual(expected)
      },
    ),
    { numRuns: inject('isThorough') ? 500 : 30 },
  )
})
