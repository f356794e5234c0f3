import type { components } from '../../generated/types.ts'
import { type ImportedOrder, planImport, type Step } from '../domain/imported-order.ts'
import { demandOf } from '../domain/inventory.ts'
import { isRefusal, type Refusal } from '../domain/refusal.ts'
import { findCampaign, firstUnattached } from '../store/campaigns.ts'
import { findImportedOrder } from '../store/imported-orders.ts'
import type { Reader } from '../store/store.ts'

type Order = components['schemas']['Order']

/** Who imports, and into which campaign an order goes that names none. */
export type Importer = { account: string; campaign: string | undefined }

export type Outcome = 'created' | 'updated' | 'unchanged'

/** What an import will do to our order, or to none. */
export type Plan = { ours: Order | undefined; campaignId: string; steps: readonly Step[] }

/**
 * Plans the import of an order. It asks neither whether the campaign takes orders now nor whether stock
 * suffices: a provider tells what is so. But campaign and SKUs must be the account's.
 */
export const planOf = async (
  reader: Reader,
  { account, campaign }: Importer,
  theirs: ImportedOrder,
): Promise<Plan | Refusal> => {
  const ours = await findImportedOrder(reader, account, theirs.sourceOrderNumber)
  const steps = planImport(ours, theirs)
  if (isRefusal(steps)) return steps
  if (ours) return { ours, campaignId: ours.campaignId, steps }
  const campaignId = theirs.campaignId ?? campaign
  if (campaignId === undefined) return { refused: 'campaign-not-named' }
  if (!(await findCampaign(reader, account, campaignId))) return { refused: 'campaign-not-found' }
  const skus = demandOf(theirs.products).keys()
  const sku = await firstUnattached(reader, account, campaignId, skus)
  return sku === undefined ? { ours, campaignId, steps } : { refused: 'sku-not-in-campaign', sku }
}

/** What a plan comes to. */
export const outcomeOf = ({ ours, steps }: Plan): Outcome => {
  if (!ours) return 'created'
  return steps.length > 0 ? 'updated' : 'unchanged'
}

/** What an import of an order would come to; nothing is written. */
export const foreseeImport = async (
  reader: Reader,
  importer: Importer,
  theirs: ImportedOrder,
): Promise<Outcome | Refusal> => {
  const planned = await planOf(reader, importer, theirs)
  return isRefusal(planned) ? planned : outcomeOf(planned)
}
