import type { Calls } from '../calls.ts'
import type { CallOptions, Schemas } from '../types.ts'

export const campaignCalls = ({ transport, read }: Calls) => ({
  /** Every campaign of the account with its products. */
  list: (options: CallOptions = {}): Promise<Schemas['Campaign'][]> =>
    read('listCampaigns', options, (init) => transport.GET('/v1/campaigns/list', init)),
})

/** Campaigns, which orders, contacts and invites are scoped to. */
export type Campaigns = ReturnType<typeof campaignCalls>
