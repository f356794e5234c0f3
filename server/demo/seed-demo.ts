import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { Contact } from '../../generated/zod/schemas.ts'
import { withoutEvents } from '../actions/actions.ts'
import { applyShop } from '../actions/apply-shop.ts'
import { addInvite } from '../actions/invites.ts'
import { cancelOrder, deliverOrder, returnOrder } from '../actions/order-transitions.ts'
import { type OrderRequest, placeOrder } from '../actions/place-order.ts'
import { shipOrder } from '../actions/ship-order.ts'
import { newSubscription } from '../actions/subscriptions.ts'
import { timestamp } from '../domain/clock.ts'
import { type AccountId, newId, toId } from '../domain/ids.ts'
import type { EventType } from '../domain/inventory.ts'
import { recipientOf, unsetFields } from '../domain/order.ts'
import { isRejection, type Rejection } from '../domain/rejection.ts'
import { emptyShop, type ShopPlan, startPlan } from '../domain/shop-plan.ts'
import { newSigningSecret } from '../domain/webhook-signature.ts'
import { readShopFile } from '../imports/shop-file.ts'
import { hasNoAccount, insertAccount } from '../store/accounts.ts'
import { insertContact } from '../store/contacts.ts'
import { moveStock } from '../store/inventory.ts'
import { useInvite } from '../store/invites.ts'
import type { Transaction } from '../store/store.ts'
import { insertSubscription } from '../store/webhooks/webhooks.ts'

const companyName = 'Harbor & Pine'
const folder = import.meta.dirname

// Read when the module loads, because the work of a write awaits only its transaction.
const bytes = readFileSync(join(folder, 'shop.yaml'))
const demoPlan = readDemo()

/** A row of people.csv, which has no quotes: a contact, and the outcomes of its invite and order. */
const personRow = Contact.omit({ id: true, campaignId: true, orderCount: true }).extend({
  campaign: z.string(),
  tags: z.string().transform((tags) => (tags === '' ? [] : tags.split(';'))),
  invite: z.enum(['', 'sent', 'redeemed']),
  order: z.enum(['', 'waiting', 'cancelled', 'shipped', 'delivered', 'returned']),
})

const lines = readFileSync(join(folder, 'people.csv'), 'utf8').trimEnd().split('\n')
const [names = [], ...rows] = lines.map((line) => line.split(','))
const people = rows.map((row) =>
  personRow.parse(Object.fromEntries(names.map((name, i) => [name, row[i]]))),
)

/** The time that the expirations in shop.yaml are relative to. */
const timeOfShop = Date.parse('2026-12-12T23:59:59Z')

/**
 * Creates an account with the shop of shop.yaml, the contacts of people.csv, invites and orders.
 * @param now the time of the demo in milliseconds. All orders are older.
 * @returns the account's id.
 */
export const seedDemo = async (seeding: Transaction, now: number): Promise<AccountId> => {
  const transaction = withoutEvents(seeding)
  const daysAgo = (days: number) => now - days * 86_400_000
  // Only the first account has the IDs of the examples, and an email, which is unique.
  const hasIds = await hasNoAccount(transaction)
  const plan = planDemo(await demoPlan, now, hasIds)
  const skus = [...plan.variants.keys()]
  const account = newId('acc')
  const createdAt = timestamp(now)
  const email = hasIds ? { email: 'demo@example.com' } : {}
  await insertAccount(transaction, { id: account, name: companyName, createdAt, ...email })
  await applyShop(transaction, account, plan, daysAgo(60))
  const { id: warehouse } = expected(plan.warehouses.get('portland')).after
  const campaignOf = (key: string) => expected(plan.campaigns.get(key)).after.id

  const move = (sku: string, type: EventType, quantity: number, days: number) => ({
    sku,
    warehouse,
    type,
    quantity,
    order: null,
    at: timestamp(daysAgo(days)),
  })
  await moveStock(transaction, account, [
    move('TEE-BLK-XL', 'adjusted', -4, 33),
    move('TEE-WHT-M', 'inbound_received', 80, 11),
  ])

  for (const [i, { campaign, invite, order, ...person }] of people.entries()) {
    const own = { companyName, profilePicture: '', createdAt: timestamp(daysAgo(70 - i)) }
    const campaignId = campaignOf(campaign)
    await insertContact(transaction, account, { ...person, ...own, id: newId('con'), campaignId })
  }

  const campaignId = campaignOf('starter')
  const place = async (
    person: (typeof people)[number],
    own: Pick<OrderRequest, 'id' | 'products' | 'orderSource' | 'notes'>,
    at: number,
  ) => {
    const recipient = recipientOf(person)
    const details = { ...unsetFields, ...own, companyName }
    const request = { ...details, campaignId, recipient, warehouse: undefined }
    return expected(await placeOrder(transaction, account, request, at))
  }

  for (const [i, person] of people.entries()) {
    if (person.invite === '') continue
    const { email, firstName, lastName } = person
    const request = { campaignId, companyName, email, firstName, lastName, expiresAt: undefined }
    const invite = expected(await addInvite(transaction, account, request, daysAgo(30 - i / 2)))
    if (person.invite === 'sent') continue
    const products = [{ sku: skus[i] ?? '', quantity: 1 }]
    const at = daysAgo(25 - i)
    const { id } = await place(person, { products, orderSource: 'REDEMPTION', notes: '' }, at)
    const redeemed = { account, id: invite._id, order: id, at: timestamp(at), session: null }
    await useInvite(transaction, redeemed)
  }

  for (const [i, person] of people.filter(({ order }) => order !== '').entries()) {
    const after = (days: number) => daysAgo(21 - i * 0.85 - days)
    const products = Array.from({ length: 1 + (i % 3) }, (_, line) => ({
      sku: skus[(i * 5 + line * 11) % skus.length] ?? '',
      quantity: 1 + ((i + line) % 3),
    }))
    const notes = i % 5 === 0 ? 'Leave at the front desk' : ''
    const { id } = await place(person, { products, orderSource: 'API', notes }, after(0))
    const carrierCode = ['ups', 'fedex', 'dhl_express'][i % 3] ?? ''
    const shipment = { trackingNumber: `1Z999AA1${10_123_456 + i * 7919}`, carrierCode }
    const { order } = person
    if (order === 'cancelled') expected(await cancelOrder(transaction, account, id, after(0.2)))
    if (order === 'waiting' || order === 'cancelled') continue
    expected(await shipOrder(transaction, account, id, shipment, after(1)))
    if (order === 'shipped') continue
    expected(await deliverOrder(transaction, account, id, after(3)))
    if (order === 'returned') expected(await returnOrder(transaction, account, id, after(6)))
  }

  // The samples of the docs name this order and this subscription.
  const [person] = people
  if (!hasIds || !person) return account
  const id = toId('ord', 'ord_019a91f4e6a87d23c1b0a9f8e7d6c5b4')
  const products = [{ sku: 'CRD-WEL', quantity: 1 }]
  await place(person, { id, products, orderSource: 'API', notes: '' }, daysAgo(0.1))
  const url = 'https://hooks.example.com/demo'
  // No request causes this event, so the demo sends no deliveries.
  const request = { url, events: ['order.returned' as const], secret: newSigningSecret() }
  const subscription = expected(newSubscription(request, daysAgo(20)))
  const subscriptionId = toId('whk', 'whk_019a91f6a8c27f14e3d2c1b0a9f8e7d6')
  await insertSubscription(transaction, account, { ...subscription, id: subscriptionId })
  return account
}

/** Plans the shop for a demo at a time. The IDs are those of the document's examples. */
function planDemo(demo: ShopPlan, now: number, hasIds: boolean): ShopPlan {
  const plan = structuredClone(demo)
  for (const { after } of plan.campaigns.values())
    after.expiration = timestamp(now + Date.parse(after.expiration) - timeOfShop)
  if (hasIds) return plan
  for (const { after } of plan.warehouses.values()) after.id = newId('whs')
  for (const { after } of plan.products.values()) after.id = newId('prd')
  for (const { after } of plan.campaigns.values()) after.id = newId('cmp')
  return plan
}

/** Returns the result. Throws if there is none, because it is a mistake in the demo data. */
function expected<T extends object>(result: T | Rejection | undefined) {
  if (result && !isRejection(result)) return result
  throw new Error(`The demo data breaks a rule: ${JSON.stringify(result)}`)
}

async function readDemo() {
  const problems: string[] = []
  const { add, finish } = startPlan(emptyShop, problems)
  await readShopFile({ name: 'shop.yaml', bytes, folder }, add, problems)
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return finish()
}
