import { listCampaigns200 } from '../../generated/schemas.ts'

/** Returns the campaign of a list that takes orders without stock. */
export const openCampaign = (list: unknown) => {
  const campaign = listCampaigns200
    .parse(list)
    .find(({ status, allowOutOfStockOrders }) => status === 'Active' && allowOutOfStockOrders)
  if (!campaign) throw new Error('No campaign takes orders without stock')
  return campaign
}
