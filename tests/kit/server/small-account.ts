import type { components } from '../../../generated/types.ts'
import { timestamp } from '../../../server/domain/clock.ts'
import type { NewContact } from '../../../server/domain/contact.ts'
import {
  type AccountId,
  type CampaignId,
  newId,
  toId,
  type WarehouseId,
} from '../../../server/domain/ids.ts'
import { type Brand, unmeasured } from '../../../server/domain/shop-plan.ts'
import { putCampaign } from '../../../server/store/campaigns.ts'
import { putStock, putWarehouse } from '../../../server/store/inventory.ts'
import type { Transaction } from '../../../server/store/store.ts'
import { putVariants, type VariantDetails } from '../../../server/store/variants.ts'
import { newContact } from '../request-bodies.ts'
import type { TestServer } from './test-server.ts'

type Campaign = {
  status?: string
  allowOutOfStockOrders?: boolean
  /** Milliseconds until it expires. */
  expiresIn?: number
  brand?: Brand
}

/** Returns a variant of a new product, with as few values as possible. */
export const newVariant = (sku: string): components['schemas']['ProductVariant'] => ({
  id: `prd_${sku}`,
  title: `Product ${sku}`,
  sku,
  minimumOrderQuantity: 1,
  productionTime: 1,
  ...unmeasured,
})

/** Returns a contact to store, with as few values as possible. */
export const contactToStore = (
  campaign: CampaignId,
  more: Partial<NewContact> = {},
): NewContact => ({
  phone: '',
  street1: '',
  street2: '',
  city: '',
  state: '',
  country: '',
  zip: '',
  dateOfBirth: '',
  hireDate: '',
  shirtSize: '',
  companyName: '',
  profilePicture: '',
  ...newContact(campaign),
  id: newId('con'),
  campaignId: campaign,
  tags: [],
  createdAt: '',
  ...more,
})

/** Adds or updates a variant, with its minimum as the only tier unless others are given. */
export const putVariant = (
  transaction: Transaction,
  account: AccountId,
  variant: ReturnType<typeof newVariant>,
  {
    active = true,
    productKey = variant.id,
    options = {},
    pricing = [{ minimumQuantity: variant.minimumOrderQuantity }],
  }: Partial<VariantDetails> = {},
) => putVariants(transaction, account, [{ ...variant, active, productKey, options, pricing }])

/** Returns functions that add variants, campaigns and warehouses to an account. */
export const smallAccount = (server: Pick<TestServer, 'store' | 'account' | 'time'>) => {
  const { store, account, time } = server
  let count = 0
  const next = (prefix: string) => `${prefix}_${++count}`

  const variant = async (sku: string, active = true): Promise<string> => {
    await store.write((transaction) =>
      putVariant(transaction, account, newVariant(sku), { active }),
    )
    return sku
  }

  const campaign = async (skus: string[], options: Campaign = {}): Promise<CampaignId> => {
    const {
      status = 'Active',
      allowOutOfStockOrders = false,
      expiresIn = 86_400_000,
      brand = {},
    } = options
    const id = toId('cmp', next('cmp'))
    const expiration = timestamp(time.now + expiresIn)
    await store.write((transaction) =>
      putCampaign(
        transaction,
        account,
        { id, name: id, expiration, status, allowOutOfStockOrders, brand },
        skus,
      ),
    )
    return id
  }

  const warehouse = async (stock: Record<string, number>): Promise<WarehouseId> => {
    const id = toId('whs', next('whs'))
    await store.write(async (transaction) => {
      await putWarehouse(transaction, account, { id, name: id })
      for (const [sku, quantity] of Object.entries(stock))
        await putStock(transaction, account, { sku, warehouse: id }, [
          { type: 'received', quantity, order: null, at: timestamp(time.now) },
        ])
    })
    return id
  }

  return { variant, campaign, warehouse }
}
