import { DataSet } from './data-set.ts'

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
