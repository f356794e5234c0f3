import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { isWellFormed } from '../domain/api-key.ts'
import { makeTerminal, terminal } from '../testing/terminal.ts'

test('creates, lists and revokes accounts and keys', async () => {
  const { merch, ok } = terminal()
  const account = (await ok('accounts', 'create', '--name', 'Harbor & Pine')).trim()
  expect(account).toMatch(/^acc_[0-9a-f]{32}$/)
  expect(await ok('accounts', 'list')).toMatch(
    new RegExp(`^${account}\tactive\t[^\t]+Z\tHarbor & Pine\tstandard\n$`),
  )

  const key = await ok('keys', 'create', '--account', account, '--name', 'till')
  expect(key).toMatch(/^[^\n]{96}\n$/)
  expect(isWellFormed(key.trim())).toBe(true)
  const listed = await ok('keys', 'list', '--account', account)
  const [id = '', state, lastFour] = listed.split('\t')
  expect([state, lastFour]).toEqual(['active', key.trim().slice(-4)])
  expect(listed).not.toContain(key.trim())

  const done = (stderr: string) => ({ status: 0, stdout: '', stderr })
  expect(await merch('keys', 'revoke', id)).toEqual(done(`Revoked ${id}\n`))
  expect(await ok('keys', 'list', '--account', account)).toContain('\trevoked\t')
  expect(await merch('accounts', 'deactivate', account)).toEqual(done(`Deactivated ${account}\n`))
  expect(await ok('accounts', 'list')).toContain('\tdeactivated\t')
})

test('prints sign-in links, and gives an email to one account only', async () => {
  const { merch, ok } = terminal()
  const first = (await ok('accounts', 'create', '--name', 'A', '--email', 'a@example.com')).trim()
  const second = (await ok('accounts', 'create', '--name', 'B')).trim()
  expect(await ok('accounts', 'link', first)).toMatch(
    /^http:\/\/127\.0\.0\.1:8080\/portal\/sign-in\/[\w-]{43}\n$/,
  )
  expect(await merch('accounts', 'email', second, 'b@example.com')).toMatchObject({
    status: 0,
    stderr: `Sign-in links for ${second} are sent to b@example.com\n`,
  })

  const reject = async (...args: string[]) => {
    const { status, stdout, stderr } = await merch('accounts', ...args)
    expect([status, stdout]).toEqual([1, ''])
    return stderr
  }
  const noAccount = 'No account acc_none. To list accounts, run: merch accounts list\n'
  const taken = 'A@Example.com belongs to another account. Enter a different email.\n'
  expect(await reject('email', second, 'A@Example.com')).toBe(taken)
  expect(await reject('create', '--name', 'C', '--email', 'A@Example.com')).toBe(taken)
  expect(await reject('email', second, 'nobody')).toBe('nobody is not a valid email\n')
  expect(await reject('email', 'acc_none', 'c@example.com')).toBe(noAccount)
  expect(await reject('link', 'acc_none')).toBe(noAccount)
})

test('sets, lists and removes tiers', async () => {
  const { merch, ok } = terminal()
  const account = (await ok('accounts', 'create', '--name', 'Harbor')).trim()
  const tier = async (...args: string[]) => {
    const { status, stdout, stderr } = await merch('accounts', 'tier', ...args)
    expect([status, stdout]).toEqual([0, ''])
    return stderr
  }
  await tier(account, '--budget', '5000')
  expect(await tier(account, '--budget', '10000')).toBe(
    `${account} now has a budget of 10000 requests per window\n`,
  )
  await tier('--network', '203.0.113.77/24', '--budget', '2147483647')
  expect(await ok('accounts', 'tiers')).toBe(`${account}\t10000\n203.0.113.0/24\t2147483647\n`)
  expect(await ok('accounts', 'list')).toMatch(/\tHarbor\t10000\n$/)
  expect(await tier(account, '--remove')).toBe(`${account} now has the standard budget\n`)
  expect(await merch('accounts', 'tier', account, '--remove')).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(`^${account} has no tier`),
  })
  await tier('--network', '203.0.113.0/24', '--remove')
  expect(await ok('accounts', 'tiers')).toBe('')
})

test.each([
  ['accounts list', ['accounts', 'list']],
  ['keys create', ['keys', 'create', '--account', 'acc_1', '--name', 'x']],
  ['orders sync', ['orders', 'sync']],
  ['webhooks listen', ['webhooks', 'listen', '--print']],
  ['backup', ['backup', 'copy.db']],
])('%s rejects a database that does not exist, and creates nothing', async (_, args) => {
  const { merch, folder } = terminal()
  process.env.DATABASE_URL = `file:${folder}/missing/merch.db`
  expect(await merch(...args)).toEqual({
    status: 1,
    stdout: '',
    stderr: `No database at ${folder}/missing/merch.db. Check DATABASE_URL. To create a database, run: merch accounts create\n`,
  })
  expect(existsSync(join(folder, 'missing'))).toBe(false)
})

test.each([[['accounts', 'create', '--name', 'Harbor & Pine']], [['seed', 'demo']]])(
  '%j creates a database that does not exist',
  async (args) => {
    const { ok, folder } = terminal()
    process.env.DATABASE_URL = `file:${folder}/missing/merch.db`
    await ok(...args)
    expect(await ok('accounts', 'list')).toContain('active')
  },
)

test('seed demo prints a key alone', async () => {
  const { merch } = terminal()
  expect(await merch('seed', 'demo')).toEqual({
    status: 0,
    stdout: expect.stringMatching(/^mfk_\w{92}\n$/),
    stderr: expect.stringMatching(/^Created acc_\w+ with demo data\. .*\n$/),
  })
})

test('backup replaces no file, and names the program that copies a PostgreSQL database', async () => {
  const { merch, file } = terminal()
  const rejected = (stderr: string) => ({ status: 1, stdout: '', stderr })
  expect(await merch('backup', file)).toEqual(
    rejected(`${file} already exists. Choose another name or add --force.\n`),
  )
  process.env.DATABASE_URL = 'postgres://merch@127.0.0.1/merch'
  for (const [given, quoted] of [
    ['a/b-1.dump', 'a/b-1.dump'],
    ["it's", `'it'\\''s'`],
  ])
    expect((await merch('backup', given ?? '')).stderr).toContain(
      ` --file=${quoted} "$DATABASE_URL"`,
    )
})

test('backup shows its progress on a terminal, and removes the bar at the end', async () => {
  const { merch, folder, file } = terminal()
  const database = new DatabaseSync(file)
  database.exec('create table large as select zeroblob(5000000) as zeros')
  database.close()
  makeTerminal(process.stderr)
  const { status, stderr } = await merch('backup', join(folder, 'copy.db'))
  expect(status).toBe(0)
  expect(stderr.endsWith(' %, copied\r\u001b[K')).toBe(true)
})

test('ships, delivers and returns an order, each once and in this order', async () => {
  const { merch, ok, file } = terminal()
  await ok('seed', 'demo')
  const database = new DatabaseSync(file, { readOnly: true })
  const waiting = database.prepare(`select id from orders where status = 'AWAITING_SHIPMENT'`).get()
  const id = String(waiting?.id)
  const row = () =>
    database
      .prepare('select status, tracking_number, delivered_at from orders where id = ?')
      .get(id)
  const reject = async (...args: string[]) => {
    const { status, stdout, stderr } = await merch('orders', ...args)
    expect([status, stdout]).toEqual([1, ''])
    return stderr
  }
  expect(await reject('deliver', id)).toBe(`${id}: Order has not shipped\n`)
  expect(await ok('orders', 'ship', id, '--tracking', '1Z9', '--carrier', 'ups')).toBe(`${id}\n`)
  expect(row()).toMatchObject({ status: 'SHIPPED', tracking_number: '1Z9', delivered_at: null })
  expect(await reject('ship', id, '--tracking', '1Z9', '--carrier', 'ups')).toBe(
    `${id}: Order has already shipped\n`,
  )
  expect(await merch('orders', 'deliver', id)).toEqual({
    status: 0,
    stdout: `${id}\n`,
    stderr: expect.stringMatching(/^\S+ is SHIPPED\n$/),
  })
  expect(row()?.delivered_at).toEqual(expect.any(String))
  await ok('orders', 'return', id)
  expect(row()?.status).toBe('RETURNED')
  expect(await reject('return', id)).toBe(`${id}: Order has not shipped\n`)
  database.close()
})

test('an order that several accounts have is changed for none of them', async () => {
  const { merch, ok, file } = terminal()
  await ok('seed', 'demo')
  await ok('accounts', 'create', '--name', 'Harbor')
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false })
  const columns = database.prepare(`select name from pragma_table_info('orders')`).all()
  const names = columns.map(({ name }) => String(name)).filter((name) => name !== 'seq')
  const copied = names.map((name) => (name === 'account_id' ? 'accounts.id' : `orders.${name}`))
  const id = String(
    database.prepare(`select id from orders where status = 'AWAITING_SHIPMENT'`).get()?.id,
  )
  database.exec(
    `insert into orders (${names}) select ${copied} from orders, accounts
     where orders.id = '${id}' and accounts.name = 'Harbor'`,
  )
  database.close()
  expect(await merch('orders', 'ship', id, '--tracking', '1Z9', '--carrier', 'ups')).toEqual({
    status: 1,
    stdout: '',
    stderr: `Several accounts have an order ${id}. The order is unchanged.\n`,
  })
})

test('a usage error changes no data', async () => {
  const { merch, ok } = terminal()
  const account = (await ok('accounts', 'create', '--name', 'Harbor')).trim()
  for (const args of [['--name='], ['--name', 'two\nlines'], ['extra', '--name', 'x']]) {
    expect(await merch('accounts', 'create', ...args)).toMatchObject({ status: 1 })
    expect(await merch('keys', 'create', '--account', account, ...args)).toMatchObject({
      status: 1,
    })
  }
  expect((await ok('accounts', 'list')).trim().split('\n')).toHaveLength(1)
  expect(await ok('keys', 'list', '--account', account)).toBe('')
})

test('an empty list says so on stderr, and how to create an entry', async () => {
  const { merch, ok } = terminal()
  const account = (await ok('accounts', 'create', '--name', 'Harbor')).trim()
  expect(await merch('keys', 'list', '--account', account)).toEqual({
    status: 0,
    stdout: '',
    stderr: `${account} has no keys. Create one with: merch keys create --account ${account} --name NAME\n`,
  })
  expect(await merch('accounts', 'tiers')).toMatchObject({
    stdout: '',
    stderr: expect.stringMatching(/^No higher rate limits\. /),
  })
})

test('a list on a terminal has the names of its columns first', async () => {
  const { merch, ok } = terminal()
  await ok('accounts', 'create', '--name', 'Harbor')
  expect((await merch('accounts', 'list')).stderr).toBe('')
  makeTerminal(process.stdout)
  const { stdout, stderr } = await merch('accounts', 'list')
  expect(stderr).toMatch(/^ID {36}state {3}created {19}name {4}rate limit\n$/)
  expect(stdout).toMatch(/^acc_\w{32} {2}active {2}\S{24} {2}Harbor {2}standard\n$/)
})

test.each(['Harbor & Pine', 'Ærø 港 🙂', '-1'])('accepts the name %s', async (name) => {
  const { ok } = terminal()
  await ok('accounts', 'create', `--name=${name}`)
  expect(await ok('accounts', 'list')).toContain(`\t${name}\t`)
})
