import { expect, test } from 'vitest'
import { inviteRecipient, shopWithInvite } from '../../testing/shop-with-invite.ts'

/** The steps of a page as they are read: the current one with a star. */
const stepsOf = (text: string): string[] =>
  [
    ...text.matchAll(
      /<li( class="past")?( aria-current="step")?><span aria-hidden="true">(.)<\/span> (\w+)(<span class="visually-hidden"> \(done\)<\/span>)?<\/li>/g,
    ),
  ].map(
    ([, past, current, sign, name, done]) =>
      `${sign} ${name}${current ? ' *' : ''}${past && done ? ' past' : ''}`,
  )

test('each page shows the steps before it as done, and until the end that the link is a secret', async () => {
  const { recipient } = await shopWithInvite()
  const isOpen = (text: string) => text.includes('Anyone with this link')
  const seen = async (page: string) => {
    const { text } = await recipient.open(page)
    return [...stepsOf(text), isOpen(text)]
  }
  expect(await seen('/products')).toEqual(['1 Choose *', '2 Address', '3 Done', true])
  await recipient.cart('add', 'T')
  expect(await seen('/checkout')).toEqual(['✓ Choose past', '2 Address *', '3 Done', true])
  await recipient.order()
  const done = ['✓ Choose past', '✓ Address past', '✓ Done * past', false]
  expect(await seen('/done')).toEqual(done)
  expect(await seen('/nothing')).toEqual([false])
})

test('a recipient is greeted by name if the invite has one', async () => {
  const { server, campaign, recipient } = await shopWithInvite()
  expect((await recipient.open()).text).toContain('<p class="lead">Pick your gifts')
  const named = await inviteRecipient(server, campaign, { firstName: 'Zoë' })
  expect((await named.recipient.open()).text).toContain('<p class="lead">Hi Zoë, pick your gifts')
})

test('the address form says which fields are optional, and names each error once, beside its field', async () => {
  const { recipient } = await shopWithInvite()
  await recipient.cart('add', 'T')
  const fieldsOf = (text: string) =>
    [...text.matchAll(/data-field="(\w+)">(.*?)<\/div>/gs)].map(([, name, field = '']) =>
      [
        name,
        ...(field.includes('(optional)') ? ['optional'] : []),
        ...(/ required[ >]/.test(field) ? ['required'] : []),
        ...(field.includes('aria-invalid') ? ['invalid'] : []),
        ...(/<p class="error" id="\w+-error">([^<]*)/.exec(field)?.slice(1) ?? []),
      ].join(' '),
    )
  const before = (await recipient.open('/checkout')).text
  const optional = ['companyName optional', 'street2 optional', 'state optional', 'phone optional']
  const required = ['firstName', 'lastName', 'email', 'street1', 'zip', 'city', 'country']
  expect(fieldsOf(before).toSorted()).toEqual(
    [...optional, ...required.map((name) => `${name} required`)].toSorted(),
  )
  expect(before).toMatch(/<title>Address –/)
  expect(before).not.toContain('errors-title')
  const one = (await recipient.order({ zip: ' ' })).text
  expect(fieldsOf(one).filter((field) => field.includes('invalid'))).toEqual([
    'zip required invalid Enter your postal code',
  ])
  expect(one).toContain('<h2 id="errors-title">There is a problem</h2>')
  expect(one).toMatch(/<title>Error: Address –/)
  expect(one.match(/<option value="[^"]*" selected>/g)).toHaveLength(1)
  const two = (await recipient.order({ zip: '', email: 'zoe', country: 'XX' })).text
  expect(two).toContain('<h2 id="errors-title">There are 3 problems</h2>')
  expect(fieldsOf(two).filter((field) => field.includes('invalid'))).toEqual([
    'email required invalid Enter a valid email',
    'zip required invalid Enter your postal code',
    'country required invalid Choose your country',
  ])
})
