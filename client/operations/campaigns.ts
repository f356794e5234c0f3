import type { Calls } from '../calls.ts'
import type { CallOptions, Schemas } from '../types.ts'

export const campaignCalls = ({ transport, read }: Calls) => ({
  /** Returns all campaigns of the account with their product variants. */
  list: (options: CallOptions = {}): Promise<Schemas['Campaign'][]> =>
    read('listCampaigns', options, (init) => transport.GET('/v1/campaigns/list', init)),
})

/** Campaigns. */
export type Campaigns = ReturnType<typeof campaignCalls>
