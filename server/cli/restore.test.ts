import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { InviteCreated, Order, WebhookSubscriptionWithSecret } from '../../generated/zod/schemas.ts'
import { newContact, newOrder } from '../../tests/kit/request-bodies.ts'
import { serve } from '../../tests/kit/server/serve.ts'
import { terminal } from '../../tests/kit/server/terminal.ts'
import { requestsTo } from '../../tests/kit/server/test-server.ts'
import { seedShop } from '../../tests/kit/server/test-shop.ts'
import { makeSignInLink, signInBy } from '../actions/sign-in.ts'
import { openSqliteStore } from '../store/sqlite.ts'

/** A server on a file with a shop, an invite, a person and a session, of which a backup was made. */
const backedUp = async () => {
  const at = terminal()
  const { file, folder, ok } = at
  const backup = join(folder, 'backup.db')
  const start = async () => {
    const parts = { store: await openSqliteStore(file, { isServer: true }) }
    const server = await serve({ databaseFile: file, parts, runs: true })
    onTestFinished(server.stop)
    return server
  }
  const server = await start()
  const { store, url } = server
  const { account, campaign, key } = await seedShop(store)
  const own = ['--account', account]
  const post = async (url: string, path: string, json: unknown) => {
    const response = await requestsTo(url, key)({ method: 'POST', path, json })
    expect(response.status, response.text).toBeLessThan(300)
    return response.body
  }
  const order = async (url: string) =>
    Order.parse(await post(url, '/v1/orders/create', newOrder(campaign, 'T'))).orderNumber
  const invite = async (url: string) => {
    const json = { campaignId: campaign, sendEmailNotification: false }
    return InviteCreated.parse(await post(url, '/v1/invites/create', json)).invite
  }
  const person = { ...newContact(campaign), email: 'zoe@example.com', lastName: 'Zimmer' }
  await post(url, '/v1/contacts/create', person)
  const leaked = (await ok('keys', 'create', ...own, '--name', 'leaked')).trim()
  const now = Date.now()
  const links = [1, 2].map(() =>
    store.write((transaction) => makeSignInLink(transaction, { account }, now)),
  )
  const [link = '', used = ''] = await Promise.all(links)
  const session = await store.write((transaction) => signInBy(transaction, used, '', now))
  const invited = [await invite(url), await invite(url)].map(({ _id }) => _id)
  const [deleted, rotated] = await Promise.all(
    ['a', 'b', 'kept'].map(async (path) => {
      const webhook = { url: `https://hooks.example.com/${path}`, events: ['invite.viewed'] }
      return WebhookSubscriptionWithSecret.parse(await post(url, '/v1/webhooks', webhook))
    }),
  )
  await ok('backup', backup)
  const [keyId = ''] = /^key_\w+(?=.*leaked)/m.exec(await ok('keys', 'list', ...own)) ?? []
  return {
    ...at,
    account,
    own,
    backup,
    server,
    start,
    order,
    invite,
    invited,
    leaked,
    keyId,
    deleted,
    rotated,
    link,
    session,
    request: requestsTo(url, key),
  }
}

test('what ended after a backup has ended after a restore, or is listed', async () => {
  const made = await backedUp()
  const { ok, merch, file, folder, account, backup, server, order, invite, invited, keyId } = made
  const ordered = await order(server.url)
  await ok('keys', 'revoke', keyId)
  const webhooks = [made.deleted, made.rotated].map((webhook) => webhook?.id)
  await made.request({ method: 'DELETE', path: `/v1/webhooks/${webhooks[0]}` })
  await made.request({ method: 'POST', path: `/v1/webhooks/${webhooks[1]}/rotate-secret` })
  await ok('people', 'erase', 'zoe@example.com', ...made.own, '--yes')
  await server.store.write((transaction) => signInBy(transaction, made.link, '', Date.now()))
  const later = await invite(server.url)
  await ok('invites', 'withdraw', invited[1] ?? '', ...made.own)
  const database = new DatabaseSync(file)
  database.exec(`update invites set status = 'USED' where withdrawn_at is null`)
  database.close()
  expect(await merch('restore', backup, '--yes')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('another server uses it. Stop that server'),
  })
  await server.stop()
  expect(readFileSync(backup, 'latin1')).toContain('Zimmer')

  expect(await merch('restore', backup, '--yes')).toMatchObject({
    status: 0,
    stdout: [
      `key\t${keyId}\t${account}\tleaked`,
      `webhook\t${webhooks[0]}\t${account}\thttps://hooks.example.com/a`,
      `webhook\t${webhooks[1]}\t${account}\thttps://hooks.example.com/b`,
      ...invited.map((id) => `invite\t${id}\t${account}`),
      '',
    ].join('\n'),
    stderr: expect.stringMatching(
      /100,000 higher\. Erased again: 1\.\n.*Revoke them again.*\nDELIVERIES is on/s,
    ),
  })
  for (const each of [file, `${file}.erasures`]) expect(statSync(each).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder).filter((name) => /restored|-wal|-shm/.test(name))).toEqual([])
  expect(readFileSync(file, 'latin1')).not.toMatch(/zoe|zimmer/i)
  const { url, store } = await made.start()
  expect(Number((await order(url)).slice(3))).toBeGreaterThan(Number(ordered.slice(3)))
  expect((await invite(url)).inviteNumber > later.inviteNumber).toBe(true)
  const auth = requestsTo(url, made.leaked)
  expect((await auth({ path: '/v1/auth' })).status).toBe(200)
  const cookie = { cookie: `portal=${made.session}` }
  expect((await auth({ path: '/portal', headers: cookie, unchecked: true })).status).toBe(303)
  const signIn = store.write((transaction) => signInBy(transaction, made.link, '', Date.now()))
  expect(await signIn).toBeUndefined()
})

test('a backup beside the log of another database is not used', async () => {
  const { merch, file, backup, server, start, order } = await backedUp()
  await order(server.url)
  const log = readFileSync(`${file}-wal`)
  await server.stop()
  writeFileSync(`${backup}-wal`, log)
  expect((await merch('restore', backup, '--no-erasures', '--yes')).stderr).toContain(
    `its last changes are in ${backup}-wal`,
  )
  rmSync(`${backup}-wal`)
  // The server was killed, and the backup was copied over its database.
  writeFileSync(file, readFileSync(backup))
  writeFileSync(`${file}-wal`, log)
  await expect(start()).rejects.toThrow('whose log is still there')
  expect((await merch('restore', backup, '--no-erasures', '--yes')).status).toBe(0)
  await start()
})

test('without a later database to compare with, all valid keys are listed', async () => {
  const { merch, file, folder, backup, server, keyId } = await backedUp()
  await server.stop()
  writeFileSync(`${file}-wal`, 'of the damaged database')
  for (const damaged of ['damaged', '', undefined]) {
    if (damaged === undefined) rmSync(file)
    else writeFileSync(file, damaged)
    const { status, stdout, stderr } = await merch('restore', backup, '--no-erasures', '--yes')
    expect([status, stdout.split('\n').length]).toEqual([0, 3])
    expect(stdout).toContain(keyId)
    expect(stderr).toContain('No later database was found to compare with')
  }
  expect(readdirSync(folder).filter((name) => /restored|-wal/.test(name))).toEqual([])
})

test('a restore asks for the list of erasures, and whether the database is a copy of production', async () => {
  const { merch, write, file, backup, server } = await backedUp()
  await server.stop()
  const before = readFileSync(file)
  const rejected = async (...args: string[]) => {
    const { status, stderr } = await merch('restore', ...args)
    expect([status, readFileSync(file).equals(before)]).toEqual([1, true])
    return stderr
  }
  expect(await rejected(backup, '--yes')).toContain('Name the newest one with --erasures FILE')
  const wrong = write('wrong.erasures', 'zoe@example.com\nacc_1 con_1\n')
  expect(await rejected(backup, '--erasures', wrong, '--yes')).toContain('wrong.erasures:1: ')
  const list = write('list.erasures', 'acc_1 con_1 ord_1\n')
  const asked = await rejected(backup, '--erasures', list)
  expect(asked).toContain('For a copy of production, set DELIVERIES=off first')
  expect(asked).toContain('Add --yes to confirm')
  process.env.DELIVERIES = 'off'
  expect(await rejected(backup, '--erasures', list)).toContain('DELIVERIES is off')
  expect(await rejected(file, '--no-erasures', '--yes')).toContain('is the database itself')
  expect(await rejected(wrong, '--no-erasures', '--yes')).toContain('file is not a database')
  expect(await rejected('none.db', '--no-erasures', '--yes')).toContain(
    'There is no backup none.db',
  )
  const { stderr } = await merch('restore', backup, '--no-erasures', '--yes')
  expect(stderr).toContain('No key, webhook or invite of the backup has ended since.')
  process.env.DATABASE_URL = 'postgres://merch@127.0.0.1:1/merch'
  expect((await merch('restore', backup, '--yes')).stderr).toContain('pg_restore')
})
