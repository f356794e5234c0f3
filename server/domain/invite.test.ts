import { expect, test } from 'vitest'
import { rejectsRedemption } from './invite.ts'

const now = Date.parse('2026-11-20T09:00:00.000Z')
const later = '2026-11-21T09:00:00.000Z'

test.each([
  ['UNUSED', '2026-11-20T09:00:00.000Z', later, undefined],
  ['UNUSED', '2026-11-20T08:59:59.999Z', later, 'invite-expired'],
  ['USED', '2026-11-20T08:59:59.999Z', later, 'invite-used'],
  ['UNUSED', later, '2026-11-20T08:59:59.999Z', 'campaign-expired'],
] as const)(
  'an invite that is %s until %s, of a campaign until %s, is rejected with %s',
  (status, expiresAt, expiration, refused) => {
    const campaign = { status: 'Active', expiration, allowOutOfStockOrders: false }
    expect(rejectsRedemption({ status, expiresAt }, campaign, now)?.rejected).toBe(refused)
  },
)
