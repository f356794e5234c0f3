import { expect, test } from 'vitest'
import { rejectsOrders } from './campaign.ts'
import { rejectsRedemption } from './invite.ts'

const now = Date.parse('2026-11-20T09:00:00.000Z')
const [past, present, later] = [now - 1, now, now + 1].map((time) => new Date(time).toISOString())

const campaign = (status: string, expiration = '') => ({
  ...{ status, expiration, allowOutOfStockOrders: false },
})

test.each([
  ['Active', present, undefined],
  ['Active', past, 'campaign-expired'],
  ['Draft', present, 'campaign-not-active'],
  ['Expired', past, 'campaign-not-active'],
])('a campaign that is %s until %s rejects orders with %s', (status, expiration, reason) => {
  expect(rejectsOrders(campaign(status, expiration), now)?.rejected).toBe(reason)
})

test.each([
  ['UNUSED', present, later, undefined],
  ['UNUSED', past, later, 'invite-expired'],
  ['USED', past, later, 'invite-used'],
  ['UNUSED', later, past, 'campaign-expired'],
] as const)(
  'an invite that is %s until %s, of a campaign until %s, is rejected with %s',
  (status, expiresAt = '', expiration, reason) => {
    const of = campaign('Active', expiration)
    expect(rejectsRedemption({ status, expiresAt }, of, now)?.rejected).toBe(reason)
  },
)
