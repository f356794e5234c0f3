import type { Migration } from 'kysely/migration'
import * as initial from './0001-initial.ts'
import * as redemption from './0002-redemption.ts'
import * as imports from './0003-import.ts'
import * as keysAndTiers from './0006-keys-and-tiers.ts'
import * as portal from './0007-portal.ts'
import * as deliveryQueue from './0008-delivery-queue.ts'
import * as brand from './0009-brand.ts'
import * as lastDelivery from './0010-last-delivery.ts'
import * as providerPolls from './0011-provider-polls.ts'
import * as shop from './0012-shop.ts'

/** All migrations by name, in the order in which they run. Released migrations never change. */
export const migrations: Record<string, Migration> = {
  '0001-initial': initial,
  '0002-redemption': redemption,
  '0003-import': imports,
  '0006-keys-and-tiers': keysAndTiers,
  '0007-portal': portal,
  '0008-delivery-queue': deliveryQueue,
  '0009-brand': brand,
  '0010-last-delivery': lastDelivery,
  '0011-provider-polls': providerPolls,
  '0012-shop': shop,
}
