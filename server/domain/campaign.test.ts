import { expect, test } from 'vitest'
import { rejectsOrders } from './campaign.ts'

const now = Date.parse('2026-11-20T09:00:00.000Z')

test.each([
  ['Active', '2026-11-20T09:00:00.000Z', undefined],
  ['Active', '2026-11-20T08:59:59.999Z', 'campaign-expired'],
  ['Draft', '2026-11-20T09:00:00.000Z', 'campaign-not-active'],
  ['Expired', '2026-11-20T08:59:59.999Z', 'campaign-not-active'],
])('a campaign that is %s until %s rejects orders with %s', (status, expiration, refused) => {
  const campaign = { status, expiration, allowOutOfStockOrders: false }
  expect(rejectsOrders(campaign, now)?.rejected).toBe(refused)
})
