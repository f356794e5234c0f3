import { expect, test } from 'vitest'
import { pageClient, shippingAddress } from '../../../tests/kit/server/recipient-browser.ts'
import { shopWithInvite } from '../../../tests/kit/server/shop-with-invite.ts'

const setUp = async () => {
  const { server, recipient } = await shopWithInvite()
  await recipient.cart('add', 'T')
  /** Sends an address without a city in a session, and opens the page that shows it again. */
  const reject = async (session: string) => {
    const client = pageClient(server, `/i/${recipient.slug}`)
    const headers = { cookie: `redemption=${session}` }
    const fields = { ...shippingAddress, street1: `${session} Street`, city: '' }
    await client.post('/checkout', fields, headers)
    const path = `/i/${recipient.slug}/checkout?rejected`
    return { page: () => client.request({ path, headers }) }
  }
  const rows = () => server.database.query('select created_at from rejected_forms')
  return { server, reject, rows }
}

test('one link keeps few rejected forms, and each browser sees only its own', async () => {
  const { reject, rows } = await setUp()
  const first = await reject('first')
  expect((await first.page()).text).toContain('first Street')
  for (let i = 0; i < 60; i++) await reject(`session${i}`)
  const { length } = await rows()
  expect(length).toBeGreaterThan(1)
  expect(length).toBeLessThanOrEqual(16)
  expect((await first.page()).text).not.toMatch(/session\d+ Street/)
  const last = await reject('last')
  expect((await last.page()).text).toContain('last Street')
})

test('old rejected forms are deleted in small batches, oldest first', async () => {
  const { server, reject, rows } = await setUp()
  const values = Array.from(
    { length: 250 },
    (_, i) => `('${server.account}', 'old${i}', '{}', ${i})`,
  )
  await server.database.query(
    `insert into rejected_forms (account_id, digest, fields, created_at) values ${values.join()}`,
  )
  await reject('one')
  const left = (await rows()).map((row) => Number(row.created_at)).toSorted((a, b) => a - b)
  expect([left.length, left[0]]).toEqual([151, 100])
  await reject('one')
  await reject('one')
  expect(await rows()).toHaveLength(1)
})

test('an address that was sent while the campaign was paused is shown when it is open again', async () => {
  const { server, recipient } = await shopWithInvite()
  await recipient.cart('add', 'T')
  const setStatus = (status: string) =>
    server.database.query(`update campaigns set status = '${status}'`)
  await setStatus('Paused')
  expect((await recipient.order({ street1: '5 Dry Dock' })).status).toBe(403)
  await setStatus('Active')
  expect((await recipient.open('/checkout')).text).toContain('value="5 Dry Dock"')
})
