import { deepEqual, equal, ok } from 'node:assert/strict'
import { issueKey } from '../../../server/actions/issue-key.ts'
import { makeSignInLink } from '../../../server/actions/sign-in.ts'
import { timestamp } from '../../../server/domain/clock.ts'
import { newId } from '../../../server/domain/ids.ts'
import { deactivateAccount, insertAccount } from '../../../server/store/accounts.ts'
import { listApiKeys, revokeApiKey } from '../../../server/store/api-keys.ts'
import { hiddenFieldValue, urlencoded } from '../../../server/testing/recipient-browser.ts'
import { type Race, statuses } from './racing.ts'

/** A key is revoked and an account deactivated. The next request to each node is rejected. */
export const revocation: Race = async ({ asks, store }) => ({
  round: async () => {
    const account = newId('acc')
    const now = Date.now()
    const at = timestamp(now)
    const issue = () => store.write((transaction) => issueKey(transaction, account, 'race', now))
    await store.write((transaction) =>
      insertAccount(transaction, { id: account, name: 'Race', createdAt: at }),
    )
    const answers = async (key: string) =>
      statuses(await Promise.all(asks.map((ask) => ask({ path: '/v1/auth', key }))))
    const [revoked, other] = [await issue(), await issue()]
    deepEqual(await answers(revoked), [200, 200])
    const [first] = await listApiKeys(store, account)
    if (!first) throw new Error('There is no key')
    await store.write((transaction) => revokeApiKey(transaction, first.id, at))
    deepEqual(
      [await answers(revoked), await answers(other)],
      [
        [401, 401],
        [200, 200],
      ],
    )
    await store.write((transaction) => deactivateAccount(transaction, account, at))
    deepEqual(await answers(other), [401, 401])
  },
})

/** A sign-in link is used at both nodes at once. The one session is valid at both. */
export const portalSession: Race = async ({ asks, store, shop }) => ({
  round: async () => {
    const link = await store.write((transaction) =>
      makeSignInLink(transaction, shop.account, Date.now()),
    )
    const visits = await Promise.all(
      asks.map(async (ask) => {
        const page = await ask({ path: `/portal/sign-in/${link}`, key: null })
        const cookie = page.headers['set-cookie']?.[0]?.split(';')[0]
        return { ask, cookie, token: hiddenFieldValue(page.text, 'token') }
      }),
    )
    const signedIn = await Promise.all(
      visits.map(({ ask, cookie, token }) =>
        ask({
          method: 'POST',
          path: `/portal/sign-in/${link}`,
          key: null,
          headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
          body: urlencoded({ token }),
        }),
      ),
    )
    const sessions = signedIn.flatMap(({ status, headers }) =>
      status === 303 ? (headers['set-cookie']?.[0]?.split(';')[0] ?? []) : [],
    )
    equal(sessions.length, 1)
    const pages = await Promise.all(
      asks.map((ask) => ask({ path: '/portal/keys', key: null, headers: { cookie: sessions[0] } })),
    )
    ok(pages.every(({ status, text }) => status === 200 && text.includes('Sign out')))
  },
})
