import type { Migration } from 'kysely/migration'
import * as accounts from './0001-accounts.ts'
import * as shop from './0002-shop.ts'
import * as brand from './0003-brand.ts'
import * as lastDelivery from './0004-last-delivery.ts'
import * as providerPolls from './0005-provider-polls.ts'
import * as requestNodes from './0006-request-nodes.ts'
import * as invitesBySlug from './0007-invites-by-slug.ts'
import * as tagsWithoutCheck from './0008-tags-without-check.ts'
import * as deliveryClaims from './0009-delivery-claims.ts'
import * as accountsByCampaign from './0010-accounts-by-campaign.ts'
import * as shopFiles from './0011-shop.ts'

/** All migrations by name, in the order in which they run. Released migrations never change. */
export const migrations: Record<string, Migration> = {
  '0001-accounts': accounts,
  '0002-shop': shop,
  '0003-brand': brand,
  '0004-last-delivery': lastDelivery,
  '0005-provider-polls': providerPolls,
  '0006-request-nodes': requestNodes,
  '0007-invites-by-slug': invitesBySlug,
  '0008-tags-without-check': tagsWithoutCheck,
  '0009-delivery-claims': deliveryClaims,
  '0010-accounts-by-campaign': accountsByCampaign,
  '0011-shop': shopFiles,
}
