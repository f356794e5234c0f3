import type { AccountId, CampaignId } from '../domain/ids.ts'
import { type ImportedOrder, planImport, type Step } from '../domain/imported-order.ts'
import { demandOf } from '../domain/inventory.ts'
import type { Order } from '../domain/order.ts'
import { isRejection, type Rejection } from '../domain/rejection.ts'
import { findCampaign, firstUnattached } from '../store/campaigns.ts'
import { findImportedOrder } from '../store/orders.ts'
import type { Reader } from '../store/store.ts'

/** The account to import into, and the campaign of orders that name none. */
export type Importer = { account: AccountId; campaign: CampaignId | undefined }

export type Outcome = 'created' | 'updated' | 'unchanged'

/** The steps of an import. `ours` is the stored order, undefined if the import creates one. */
export type Plan = { ours: Order | undefined; campaignId: CampaignId; steps: readonly Step[] }

/**
 * Plans the import of an order. Does not check the campaign's status or the stock, because the provider
 * reports what has happened. The campaign and the SKUs must exist in the account.
 */
export const planOf = async (
  reader: Reader,
  { account, campaign }: Importer,
  theirs: ImportedOrder,
): Promise<Plan | Rejection> => {
  const ours = await findImportedOrder(reader, account, theirs.sourceOrderNumber)
  const steps = planImport(ours, theirs)
  if (isRejection(steps)) return steps
  if (ours) return { ours, campaignId: ours.campaignId, steps }
  const campaignId = theirs.campaignId ?? campaign
  if (campaignId === undefined) return { rejected: 'campaign-not-named' }
  if (!(await findCampaign(reader, account, campaignId))) return { rejected: 'campaign-not-found' }
  const skus = demandOf(theirs.products).keys()
  const sku = await firstUnattached(reader, account, campaignId, skus)
  return sku === undefined ? { ours, campaignId, steps } : { rejected: 'sku-not-in-campaign', sku }
}

/** Returns the outcome of a plan. */
export const outcomeOf = ({ ours, steps }: Plan): Outcome => {
  if (!ours) return 'created'
  return steps.length > 0 ? 'updated' : 'unchanged'
}

/** Returns what the import of an order would do. Changes nothing and emits nothing. */
export const previewImport = async (
  reader: Reader,
  importer: Importer,
  theirs: ImportedOrder,
): Promise<Outcome | Rejection> => {
  const planned = await planOf(reader, importer, theirs)
  return isRejection(planned) ? planned : outcomeOf(planned)
}
