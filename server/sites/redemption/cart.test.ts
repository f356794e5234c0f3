import { expect, test } from 'vitest'
import { newOrder } from '../../../testkit/request-bodies.ts'
import { insertVariant } from '../../store/variants.ts'
import { hiddenFieldValue } from '../../testing/recipient-browser.ts'
import { inviteRecipient, shopWithInvite } from '../../testing/shop-with-invite.ts'
import { newVariant, smallAccount } from '../../testing/small-account.ts'

const alertIn = (text: string) => text.match(/role="alert">([^<]+)</)?.[1]
const cartOf = (text: string) => text.match(/data-summary="Your cart has ([^"]+)"/)?.[1]

const eventTypes = ({ published }: Awaited<ReturnType<typeof shopWithInvite>>['server']) =>
  published.flatMap(({ event }) =>
    event.event === 'invite.cart_updated' ? [event.data.eventDetails.eventType] : [],
  )

test('a quantity outside 1 to 10 is rejected with the bounds', async () => {
  const { server, recipient } = await shopWithInvite()
  await recipient.cart('add', 'T', 2)
  const wrong = ['0', '-1', '11', '1000000000', '1e1', '1.5', ' 1', '0x1', '', 'one', '९']
  for (const quantity of wrong)
    for (const what of ['add', 'update'] as const) {
      const response = await recipient.cart(what, 'T', quantity)
      expect([quantity, what, response.status]).toEqual([quantity, what, 400])
      expect(alertIn(response.text)).toBe('You can have 1 to 10 of Product T.')
      expect(cartOf(response.text)).toBe('2 items')
    }
  expect(eventTypes(server)).toEqual(['CART_ADD'])
})

test('a cart has at most ten units of one SKU', async () => {
  const { recipient } = await shopWithInvite()
  expect((await recipient.cart('add', 'T', 6)).status).toBe(303)
  expect((await recipient.cart('add', 'T', 4)).status).toBe(303)
  expect(alertIn((await recipient.cart('add', 'T', 1)).text)).toBe(
    'You can have 1 to 10 of Product T.',
  )
})

test('more than the stock is rejected unless the campaign allows backorders', async () => {
  const { recipient } = await shopWithInvite()
  expect(alertIn((await recipient.cart('add', 'M', 6)).text)).toBe('Only 5 of Product M are left.')
  expect((await recipient.cart('add', 'M', 5)).status).toBe(303)
  expect(alertIn((await recipient.cart('add', 'M', 1)).text)).toBe('Only 5 of Product M are left.')

  const more = await shopWithInvite({ allowOutOfStockOrders: true })
  expect((await more.recipient.open()).text).toContain('Only 5 left, more to order')
  expect((await more.recipient.cart('add', 'M', 6)).status).toBe(303)
  expect((await more.recipient.order()).status).toBe(303)
  expect((await more.recipient.open()).text).toContain(
    'Your order is being made. Making it takes about 1 day.',
  )
})

test('an order of a product without a production time says none', async () => {
  const { server, account } = await shopWithInvite()
  await server.store.write((transaction) =>
    insertVariant(transaction, server.account, { ...newVariant('N'), productionTime: 0 }),
  )
  const campaign = await account.campaign(['N'], { allowOutOfStockOrders: true })
  const { recipient } = await inviteRecipient(server, campaign)
  await recipient.cart('add', 'N')
  await recipient.order()
  expect((await recipient.open()).text).toContain(
    'Your order is being made. Open your invite again to see when it ships.',
  )
})

test('a sold-out variant cannot be added unless the campaign allows backorders', async () => {
  const { server, account } = await shopWithInvite()
  await account.variant('Z')
  const closed = await inviteRecipient(server, await account.campaign(['Z']))
  const page = (await closed.recipient.open()).text
  expect(page).toContain('Sold out')
  expect(page).not.toContain('Add to cart')
  expect(alertIn((await closed.recipient.cart('add', 'Z')).text)).toBe('Product Z has sold out.')
  const open = await inviteRecipient(
    server,
    await account.campaign(['Z'], { allowOutOfStockOrders: true }),
  )
  expect((await open.recipient.open()).text).toContain('Made to order, 1 day')
  expect((await open.recipient.cart('add', 'Z')).status).toBe(303)
})

test('each line of a cart says if it is more than what is left', async () => {
  const { server, campaign, recipient } = await shopWithInvite()
  await recipient.cart('add', 'T')
  await recipient.cart('add', 'M', 5)
  const problems = async () =>
    [...(await recipient.open('/products')).text.matchAll(/<p class="error">([^<]+)/g)].map(
      ([, text]) => text,
    )
  expect(await problems()).toEqual([])
  for (const [quantity, problem] of [
    [3, 'Only 2 left'],
    [2, 'Sold out'],
  ] as const) {
    expect((await server.post('/v1/orders/create', newOrder(campaign, 'M', quantity))).status).toBe(
      201,
    )
    expect(await problems()).toEqual([problem])
  }
})

test('a SKU that is not in the campaign is rejected', async () => {
  const { server, account, recipient } = await shopWithInvite()
  await account.variant('elsewhere')
  await account.campaign(['elsewhere'])
  for (const sku of ['elsewhere', 'nothing', '', '<b>', 'T\u0000', 'ť'.repeat(5000)]) {
    const response = await recipient.cart('add', sku)
    expect(response.status).toBe(400)
    expect(alertIn(response.text)).toContain('is no longer available.')
    expect(response.text).not.toContain('<b>')
  }
  expect(eventTypes(server)).toEqual([])
})

test('removing an absent SKU succeeds, and an unchanged cart emits no event', async () => {
  const { server, recipient } = await shopWithInvite()
  expect((await recipient.cart('remove', 'T', '')).status).toBe(303)
  expect((await recipient.cart('remove', 'nothing')).status).toBe(303)
  await recipient.cart('add', 'T', 2)
  await recipient.cart('update', 'T', 2)
  await recipient.cart('remove', 'T')
  await recipient.cart('remove', 'T')
  await recipient.cart('update', 'T', 1)
  expect(eventTypes(server)).toEqual(['CART_ADD', 'CART_REMOVE', 'CART_ADD'])
})

test('a form without a known action is rejected', async () => {
  const { recipient } = await shopWithInvite()
  for (const what of [undefined, '', 'ADD', 'add ', 'delete'])
    expect((await recipient.post('/cart', { do: what, sku: 'T', quantity: '1' })).status).toBe(400)
  expect(cartOf((await recipient.open('/products')).text)).toBe('0 items')
})

test('a change redirects to where it was made: the product or the cart', async () => {
  const { recipient } = await shopWithInvite()
  const products = `/i/${recipient.slug}/products`
  const { text } = await recipient.open('/products')
  expect(text.match(/ id="product-\d+"/g)).toEqual([' id="product-1"', ' id="product-2"'])
  const [, product = ''] = text.split(' id="product-2">')
  expect(/name="back" value="([^"]*)"/.exec(product)?.[1]).toBe('product-2')
  const add = { do: 'add', sku: 'M', quantity: '1', back: 'product-2' }
  expect((await recipient.post('/cart', add)).headers.location).toBe(`${products}#product-2`)
  const after = (await recipient.open('/products')).text
  expect([...after.matchAll(/id="(\S+)-in-cart" data-live><li/g)].map(([, id]) => id)).toEqual([
    'product-2',
  ])
  const step = { do: 'update', sku: 'M', quantity: '2' }
  const atProduct = await recipient.post('/cart', { ...step, back: 'product-2' })
  expect(atProduct.headers.location).toBe(`${products}#product-2`)
  for (const back of ['', 'product-', '/product-2', 'product-2"', undefined]) {
    const atCart = await recipient.post('/cart', { ...step, back })
    expect(atCart.headers.location).toBe(`${products}#cart`)
  }
  expect((await recipient.cart('remove', 'M')).headers.location).toBe(`${products}#cart`)
})

test('stock of two warehouses does not add up, because an order ships from one', async () => {
  const { server, account } = await shopWithInvite()
  await account.variant('A')
  await account.variant('B')
  const campaign = await account.campaign(['A', 'B'])
  await account.warehouse({ A: 3 })
  await account.warehouse({ A: 2, B: 4 })
  const { recipient: other } = await inviteRecipient(server, campaign)
  expect((await other.open()).text).toContain('Only 3 left')
  expect(alertIn((await other.cart('add', 'A', 5)).text)).toBe('Only 3 of Product A are left.')
  await other.cart('add', 'A', 3)
  await other.cart('add', 'B', 4)
  const apart = await other.order()
  expect(apart.status).toBe(409)
  expect(alertIn(apart.text)).toMatch(/^Product A ships from another warehouse than the rest/)
  await other.cart('update', 'A', 2)
  expect((await other.order()).status).toBe(303)
})

test('a cart belongs to the invite and is the same on every device', async () => {
  const { server, campaign, recipient } = await shopWithInvite()
  await recipient.cart('add', 'T', 3)
  const elsewhere = await server.request({
    path: `/i/${recipient.slug}`,
    key: null,
    unchecked: true,
  })
  expect(cartOf(elsewhere.text)).toBe('3 items')
  const { recipient: another } = await inviteRecipient(server, campaign)
  expect(cartOf((await another.open()).text)).toBe('0 items')
})

test('accounts with the same ids and SKUs do not share stock, carts or orders', async () => {
  const { server, campaign, recipient } = await shopWithInvite()
  const { account, key } = await server.another()
  const other = { ...server, account, key }
  const small = smallAccount(other)
  await small.variant('T')
  await small.campaign(['T'])
  await small.warehouse({ T: 1 })
  const theirs = await inviteRecipient(server, campaign, {}, key)
  expect((await theirs.recipient.open()).text).toContain('Only 1 left')
  expect((await recipient.open()).text).not.toContain('Only 1 left')
  await recipient.cart('add', 'T', 2)
  expect(cartOf((await theirs.recipient.open()).text)).toBe('0 items')
  await theirs.recipient.cart('add', 'T')
  expect((await theirs.recipient.order()).status).toBe(303)
  expect(hiddenFieldValue((await recipient.open('/checkout')).text, 'seen')).not.toBe('')
  expect((await recipient.order()).status).toBe(303)
  const counts = async (key: string) =>
    (await server.request({ path: '/v1/orders/list', key })).body
  expect(await counts(key)).toMatchObject([{ products: [{ sku: 'T', quantity: 1 }] }])
  expect(await counts(server.key)).toMatchObject([{ products: [{ sku: 'T', quantity: 2 }] }])
  expect(new Set(server.published.map((each) => each.account))).toEqual(
    new Set([account, server.account]),
  )
})

test('the buttons of a quantity send the next quantities, within the bounds', async () => {
  const { recipient } = await shopWithInvite()
  const steps = async () =>
    [...(await recipient.open('/products')).text.matchAll(/id="(fewer|more)-line-0"[^>]*/g)].map(
      ([tag]) => [/value="(\d+)"/.exec(tag)?.[1], tag.includes('disabled')],
    )
  await recipient.cart('add', 'M', 1)
  expect(await steps()).toEqual([
    ['0', true],
    ['2', false],
  ])
  await recipient.cart('update', 'M', 2)
  expect((await steps())[0]).toEqual(['1', false])
  await recipient.cart('update', 'M', 5)
  expect(await steps()).toEqual([
    ['4', false],
    ['6', true],
  ])
})

test('a product with two options is added by the SKU that is selected in the selected group', async () => {
  const { server, account } = await shopWithInvite()
  const skus = ['V0', 'V1', 'V2', 'V3']
  await server.store.write(async (transaction) => {
    for (const [i, sku] of skus.entries()) {
      const options = { Color: i < 2 ? 'Black' : 'White', Size: i % 2 === 0 ? 'S' : 'M' }
      const variant = { ...newVariant(sku), id: 'prd_tee', title: 'Tee' }
      await insertVariant(transaction, server.account, variant, { options })
    }
  })
  const campaign = await account.campaign(skus, { allowOutOfStockOrders: true })
  const { recipient } = await inviteRecipient(server, campaign)
  const { text } = await recipient.open('/products')
  expect(text).toContain('<h3>Tee</h3>')
  expect(text.match(/<legend>[^<]+/g)).toEqual(
    ['Color', 'Size', 'Size'].map((name) => `<legend>${name}`),
  )
  expect([...text.matchAll(/<span>(\S+) <span class="stock/g)].map(([, size]) => size)).toEqual([
    ...['S', 'M', 'S', 'M'],
  ])
  const selected = { do: 'add', quantity: '1', group: '1', 'sku-0': 'V1', 'sku-1': 'V2' }
  expect((await recipient.post('/cart', selected)).status).toBe(303)
  expect((await recipient.open('/products')).text).toContain('In your cart: White, S')
  for (const group of ['2', '40', 'x', '-1'])
    expect((await recipient.post('/cart', { ...selected, group })).status).toBe(400)
})

test('the address of the cart leads on, with and without an item', async () => {
  const { recipient } = await shopWithInvite()
  const empty = await recipient.open('/cart')
  expect([empty.status, empty.text.includes('<h1>Your cart is empty</h1>')]).toEqual([200, true])
  expect(empty.text).toContain(`<a class="button" href="/i/${recipient.slug}/products">`)
  await recipient.cart('add', 'T')
  const { status, headers } = await recipient.open('/cart')
  expect([status, headers.location]).toEqual([303, `/i/${recipient.slug}/products#cart`])
  await recipient.order()
  expect((await recipient.open('/cart')).headers.location).toBe(`/i/${recipient.slug}/done`)
})
