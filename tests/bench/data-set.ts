import { z } from 'zod'
import {
  Campaign,
  Contact,
  Order,
  OrderLine,
  ProductVariant,
  Recipient,
  Timestamp,
} from '../../generated/zod/schemas.ts'
import { issueKey } from '../../server/actions/issue-key.ts'
import { timestamp } from '../../server/domain/clock.ts'
import { newId, toId } from '../../server/domain/ids.ts'
import { unsetFields } from '../../server/domain/order.ts'
import { unmeasured } from '../../server/domain/shop-plan.ts'
import { insertAccount } from '../../server/store/accounts.ts'
import { putCampaign } from '../../server/store/campaigns.ts'
import { changeRecipient, insertContact } from '../../server/store/contacts.ts'
import { putWarehouse } from '../../server/store/inventory.ts'
import { insertOrder } from '../../server/store/orders.ts'
import type { Store, Transaction } from '../../server/store/store.ts'
import { putVariants } from '../../server/store/variants.ts'

/** Makes fields of a contract object optional. Unknown properties are ignored. */
const partly = <S extends z.ZodRawShape>(
  schema: z.ZodObject<S>,
  unset: Partial<z.output<z.ZodObject<S>>>,
) =>
  z.preprocess(
    (given) =>
      typeof given === 'object' && given !== null && !Array.isArray(given)
        ? { ...unset, ...given }
        : given,
    schema.strip(),
  )

const variant = partly(ProductVariant, {
  minimumOrderQuantity: 1,
  productionTime: 0,
  ...unmeasured,
})

// The contract's reply schemas do not check timestamps, so the file's timestamps are checked here.
const campaign = partly(Campaign.extend({ expiration: Timestamp, products: z.array(variant) }), {
  allowOutOfStockOrders: false,
  products: [],
})

const noAddress = { street1: '', street2: '', city: '', state: '', zip: '', country: '', phone: '' }

const contact = partly(Contact.omit({ orderCount: true }), {
  ...noAddress,
  tags: [],
  dateOfBirth: '',
  hireDate: '',
  shirtSize: '',
})

const order = partly(
  Order.extend({
    orderDate: Timestamp,
    shipDate: Timestamp.nullable(),
    deliveredAt: Timestamp.nullable(),
    recipient: partly(Recipient, { ...noAddress, firstName: '', lastName: '', email: '' }),
    products: z.array(OrderLine.strip()),
  }),
  {
    paymentStatus: 'PAID',
    allocationStatus: 'ALLOCATED',
    orderSource: 'API',
    shipDate: null,
    deliveredAt: null,
    trackingNumber: null,
    carrierCode: null,
    warehouse: null,
    ...unsetFields,
  },
)

/**
 * Data in the shapes of the contract. Fields that a benchmark does not need are optional. Counts that
 * the service computes, such as `orderCount`, are ignored.
 */
export const DataSet = z.object({
  variants: z.array(variant).default([]),
  campaigns: z.array(campaign).default([]),
  contacts: z.array(contact).default([]),
  orders: z.array(order).default([]),
})

export type DataSet = z.output<typeof DataSet>

const batch = 100

const inBatches = async <Row>(
  store: Store,
  rows: readonly Row[],
  insert: (transaction: Transaction, row: Row) => Promise<unknown>,
): Promise<void> => {
  for (let from = 0; from < rows.length; from += batch)
    await store.write((transaction) =>
      Promise.all(rows.slice(from, from + batch).map((row) => insert(transaction, row))),
    )
}

/**
 * Loads a data set with its ids into a new account.
 * @returns an API key of the account
 */
export const load = async (store: Store, data: DataSet, now: number): Promise<string> => {
  const { variants, campaigns, contacts, orders } = data
  const account = newId('acc')
  const createdAt = timestamp(now)
  const key = await store.write(async (transaction) => {
    await insertAccount(transaction, { id: account, name: 'Bench', createdAt })
    // The list of variants outranks the products of campaigns.
    const all = [...variants, ...campaigns.flatMap(({ products }) => products), ...variants]
    for (const each of new Map(all.map((each) => [each.sku, each])).values())
      await putVariants(transaction, account, [
        {
          ...each,
          productKey: each.id,
          active: true,
          options: {},
          pricing: [{ minimumQuantity: each.minimumOrderQuantity }],
        },
      ])
    for (const { products, ...each } of campaigns) {
      const skus = new Set(products.map(({ sku }) => sku))
      await putCampaign(transaction, account, { ...each, id: toId('cmp', each.id) }, [...skus])
    }
    for (const name of new Set(orders.flatMap(({ warehouse }) => warehouse ?? [])))
      await putWarehouse(transaction, account, { id: toId('whs', name), name })
    return issueKey(transaction, account, 'bench', now)
  })
  await inBatches(store, orders, async (transaction, { id, campaignId, warehouse, ...rest }) => {
    const campaign = toId('cmp', campaignId)
    await insertOrder(transaction, account, {
      ...rest,
      id: toId('ord', id),
      campaignId: campaign,
      warehouse: warehouse === null ? null : toId('whs', warehouse),
    })
    const { email } = rest.recipient
    await changeRecipient(transaction, account, campaign, email, { orders: 1 })
  })
  await inBatches(store, contacts, (transaction, { id, campaignId, ...rest }) =>
    insertContact(transaction, account, {
      ...rest,
      id: toId('con', id),
      campaignId: toId('cmp', campaignId),
      companyName: '',
      profilePicture: '',
      createdAt,
    }),
  )
  return key
}

const pad = (i: number) => String(i).padStart(6, '0')

/** Creates a deterministic data set of a given size. */
export const sample = (size: { variants: number; contacts: number; orders: number }): DataSet => {
  const variants = Array.from({ length: size.variants }, (_, i) => ({
    id: `prd_${pad(Math.floor(i / 4))}`,
    title: `Heavyweight cotton tee no. ${Math.floor(i / 4)}`,
    sku: `TEE-${pad(i)}`,
    minimumOrderQuantity: 24,
    productionTime: 9,
    imageUrl: i % 5 === 0 ? null : `https://cdn.example.com/tee-${i}.png`,
    piecesPerCarton: 48,
    cartonHeight: 32,
    cartonLength: 60,
    cartonWidth: 40,
    weight: 0.21,
    packageHeight: 3,
    packageLength: 30,
    packageWidth: 25,
    packageWeight: i % 3 === 0 ? null : 0.24,
  }))
  const campaign = {
    id: 'cmp_bench',
    name: 'Bench',
    expiration: '2099-12-31T23:59:59Z',
    status: 'Active',
    allowOutOfStockOrders: true,
    products: variants.slice(0, 40),
  }
  const person = (i: number) => ({
    firstName: `Ada${i}`,
    lastName: 'Byron',
    email: `ada${i}@example.com`,
    phone: '+44 20 5550 0100',
    street1: '12 St James Square',
    city: 'London',
    zip: 'SW1Y 4JH',
    country: 'GB',
  })
  return DataSet.parse({
    variants,
    campaigns: [campaign],
    contacts: Array.from({ length: size.contacts }, (_, i) => ({
      ...person(i),
      id: `con_${pad(i)}`,
      campaignId: campaign.id,
      tags: i % 3 === 0 ? ['engineering', 'remote'] : [],
      shirtSize: 'M',
    })),
    orders: Array.from({ length: size.orders }, (_, i) => ({
      id: `ord_${pad(i)}`,
      orderNumber: `MF-B${pad(i)}`,
      status: 'AWAITING_SHIPMENT',
      orderDate: new Date(Date.UTC(2026, 0, 1) + i * 60_000).toISOString(),
      campaignId: campaign.id,
      recipient: person(i % Math.max(size.contacts, 1)),
      products: [
        { sku: 'TEE-000000', quantity: 2 },
        { sku: 'TEE-000001', quantity: 1 },
      ],
    })),
  })
}
