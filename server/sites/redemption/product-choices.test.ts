import { expect, test } from 'vitest'
import { insertVariant } from '../../store/variants.ts'
import { inviteRecipient, shopWithInvite } from '../../testing/shop-with-invite.ts'
import { newVariant } from '../../testing/small-account.ts'

type Variant = { options?: Record<string, string>; stock?: number; imageUrl?: string }

const imageUrl = 'https://cdn.example.com/tee.png'

/** Opens an invite to a campaign with the variants of one product, whose SKUs are V0, V1 and so on. */
const productOf = async (variants: readonly Variant[]) => {
  const { server, account } = await shopWithInvite()
  await server.store.write(async (transaction) => {
    for (const [i, { options = {}, imageUrl = null }] of variants.entries()) {
      const variant = { ...newVariant(`V${i}`), id: 'prd_tee', title: 'Tee', imageUrl }
      await insertVariant(transaction, server.account, variant, { options })
    }
  })
  const skus = variants.map((_, i) => `V${i}`)
  await account.warehouse(Object.fromEntries(variants.map(({ stock = 5 }, i) => [skus[i], stock])))
  const campaign = await account.campaign(skus)
  const { recipient } = await inviteRecipient(server, campaign)
  const open = async () => (await recipient.open('/products')).text
  return { open, recipient }
}

/** The radio buttons of a page: name and value, what is set, and the text alternative of the picture. */
const radiosOf = (text: string): string[] =>
  [...text.matchAll(/<input type="radio" name="([^"]*)" value="([^"]*)"([^>]*)>/g)].map(
    ([, name, value, rest = '']) =>
      [
        `${name}=${value}`,
        ...(rest.match(/\b(?:checked|disabled)\b/g) ?? []),
        ...(/data-alt="([^"]+)"/.exec(rest)?.slice(1) ?? []),
      ].join(' '),
  )

const legendsOf = (text: string) => [...text.matchAll(/<legend>([^<]+)/g)].map(([, name]) => name)
const pictureSizes = (text: string) =>
  [...text.matchAll(/<img class="picture"[^>]* width="(\d+)"/g)].map(([, width]) => Number(width))
const largePicture = (text: string) =>
  /<img class="picture"[^>]* alt="([^"]*)" width="240"/.exec(text)?.[1]

test('the first available variant is chosen, and each group offers its own first available one', async () => {
  const { open } = await productOf([
    { options: { Color: 'Black', Size: 'S' }, stock: 0 },
    { options: { Color: 'Black', Size: 'M' }, imageUrl, stock: 1 },
    { options: { Color: 'White', Size: 'S' }, stock: 0 },
    { options: { Color: 'White', Size: 'M' }, stock: 0 },
    { options: { Color: 'Red', Size: 'S' }, imageUrl },
    { options: { Color: 'Red', Size: 'M' } },
  ])
  const text = await open()
  expect(radiosOf(text)).toEqual([
    ...['group=0 checked', 'sku-0=V0 disabled', 'sku-0=V1 checked Tee, Black, M'],
    ...['group=1 disabled', 'sku-1=V2 disabled', 'sku-1=V3 disabled'],
    ...['group=2 Tee, Red', 'sku-2=V4 checked Tee, Red, S', 'sku-2=V5'],
  ])
  expect(text.match(/<span>(\S+) <span class="stock gone">Sold out/g)).toHaveLength(4)
  expect(text).toContain('<span>White <span class="stock gone">Sold out</span></span>')
  expect(largePicture(text)).toBe('Tee, Black, M')
  // A picture for each group; none for each size.
  expect(pictureSizes(text)).toEqual([240, 40, 40, 40])
})

test('variants with one option, or with one variant in each group, are one list with pictures', async () => {
  const product = await productOf([{ options: { Size: 'S' } }, { options: { Size: 'M' } }])
  const sizes = await product.open()
  expect(legendsOf(sizes)).toEqual(['Size'])
  expect(radiosOf(sizes)).toEqual(['sku=V0 checked', 'sku=V1'])
  expect(pictureSizes(sizes)).toEqual([240, 40, 40])
  const apart = await productOf([
    { options: { Color: 'Black', Size: 'S' } },
    { options: { Color: 'White', Size: 'M' } },
  ])
  expect(legendsOf(await apart.open())).toEqual(['Color and Size'])
})

test('a product has at most 40 groups; with more, its variants are one list', async () => {
  const colors = (count: number) =>
    ['S', 'M'].flatMap((Size) =>
      Array.from({ length: count }, (_, i) => ({ options: { Color: `Nr ${i}`, Size } })),
    )
  expect(legendsOf(await (await productOf(colors(40))).open())).toHaveLength(41)
  expect(legendsOf(await (await productOf(colors(41))).open())).toHaveLength(1)
})

test('a product with one variant has no choice, and its picture its title', async () => {
  const { open, recipient } = await productOf([{ options: { Size: 'S' }, imageUrl }])
  const before = await open()
  expect([radiosOf(before), largePicture(before)]).toEqual([[], 'Tee'])
  expect(before).not.toMatch(/In your cart|class="button cart-bar"/)
  expect(before).toContain('<h2 id="cart-title" tabindex="-1">Your cart</h2>')
  await recipient.cart('add', 'V0', 2)
  const text = await open()
  expect(text).toContain('<span>In your cart</span>')
  expect(text).toMatch(/href="#cart">Your cart: 2 items</)
  expect(text).toContain('<h2 id="cart-title" tabindex="-1">Your cart <span class="muted">2 items')
})
