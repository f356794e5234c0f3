import type { Operations } from '../../generated/operations.ts'
import type { Call } from '../http/call.ts'
import { listCampaigns } from '../store/campaigns.ts'
import type { Services } from './services.ts'

export const campaignOperations = ({ store, clock, cdnUrl }: Services) =>
  ({
    async listCampaigns(_, { account }) {
      return { status: 200, body: await listCampaigns(store, account, cdnUrl, clock()) }
    },
  }) satisfies Partial<Operations<Call>>
