import { deepEqual, equal, ok } from 'node:assert/strict'
import { InviteCreated } from '../../../generated/zod/schemas.ts'
import { issueKey } from '../../../server/actions/issue-key.ts'
import { makeSignInLink } from '../../../server/actions/sign-in.ts'
import { timestamp } from '../../../server/domain/clock.ts'
import { deactivateAccount, listApiKeys, revokeApiKey } from '../../../server/store/accounts.ts'
import {
  hiddenFieldValue,
  recipientBrowser,
  shippingAddress,
} from '../../kit/server/recipient-browser.ts'
import { newAccount } from '../../kit/server/test-server.ts'
import { type Ask, clientOf } from '../client.ts'
import { say } from '../program.ts'
import type { Nodes } from './nodes.ts'

/** The nodes, and functions that send requests to each as the shop's account. */
type Racing = Nodes & { asks: readonly [Ask, Ask] }

/** Runs a race of two nodes. Throws if its result is wrong. */
type Race = (racing: Racing) => Promise<void>

/** An invite is redeemed in two browsers, one at each node. One order is placed. */
const doubleRedemption: Race = async ({ asks, shop, database }) => {
  const json = { campaignId: shop.campaign, sendEmailNotification: false }
  const { body } = await asks[0]({ method: 'POST', path: '/v1/invites/create', json })
  const { slug } = InviteCreated.parse(body).invite
  const browsers = asks.map((request) => recipientBrowser({ request }, slug))
  const countOrders = async () => {
    const sql = `select count(*)::int as count from orders where account_id = '${shop.account}'`
    return Number((await database.query(sql))[0]?.count)
  }
  const before = await countOrders()
  await browsers[0]?.open('/products')
  await browsers[0]?.cart('add', 'T')
  const seen = await Promise.all(
    browsers.map(async ({ open }) => hiddenFieldValue((await open('/checkout')).text, 'seen')),
  )
  await Promise.all(
    browsers.map(({ post }, i) => post('/checkout', { ...shippingAddress, seen: seen[i] })),
  )
  equal((await countOrders()) - before, 1)
}

/** A key is revoked and an account deactivated. The next request to each node is rejected. */
const revocation: Race = async ({ asks, store }) => {
  const { account, key: revoked } = await newAccount(store)
  const at = timestamp(Date.now())
  const other = await store.write((transaction) =>
    issueKey(transaction, account, 'other', Date.now()),
  )
  const statusesWith = (key: string) =>
    Promise.all(asks.map(async (ask) => (await ask({ path: '/v1/auth', key })).status))
  deepEqual(await statusesWith(revoked), [200, 200])
  const [first] = await listApiKeys(store, account)
  if (!first) throw new Error('There is no key')
  await store.write((transaction) => revokeApiKey(transaction, first.id, at))
  deepEqual(await statusesWith(revoked), [401, 401])
  deepEqual(await statusesWith(other), [200, 200])
  await store.write((transaction) => deactivateAccount(transaction, account, at))
  deepEqual(await statusesWith(other), [401, 401])
}

/** A sign-in link is used at both nodes at once. The one session is valid at both. */
const signIn: Race = async ({ asks, store, shop }) => {
  const link = await store.write((transaction) =>
    makeSignInLink(transaction, { account: shop.account }, Date.now()),
  )
  const path = `/portal/sign-in/${link}`
  const signedIn = await Promise.all(
    asks.map((ask) => ask({ method: 'POST', path, key: null, headers: {} })),
  )
  const sessions = signedIn
    .filter(({ status }) => status === 303)
    .map(({ headers }) => headers['set-cookie']?.[0]?.split(';')[0])
  equal(sessions.length, 1)
  const headers = { cookie: sessions[0] }
  const keys = await Promise.all(
    asks.map((ask) => ask({ path: '/portal/keys', key: null, headers })),
  )
  ok(keys.every(({ status, text }) => status === 200 && text.includes('Sign out')))
}

const races: Record<string, Race> = {
  'double redemption': doubleRedemption,
  'revoked key and deactivated account': revocation,
  'sign-in link': signIn,
}

/** Runs each race so many times. */
export const runRaces = async (nodes: Nodes, rounds: number): Promise<void> => {
  const { problems } = nodes
  const askAt = (node = 0) =>
    clientOf({
      url: nodes.nodes[node]?.url ?? '',
      key: nodes.shop.key,
      report: ({ problem }) => {
        if (problem !== undefined) problems.push(problem)
      },
    })
  const racing: Racing = { ...nodes, asks: [askAt(0), askAt(1)] }
  for (const [name, race] of Object.entries(races)) {
    const before = problems.length
    for (let i = 0; i < rounds; i++)
      await race(racing).catch((error) => problems.push(`${name}, round ${i + 1}: ${error}`))
    say(`race: ${name}: ${rounds} rounds, ${problems.length - before} wrong`)
  }
}
