import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { isWellFormed } from '../domain/api-key.ts'
import { terminal } from '../testing/terminal.ts'

test('accounts and keys, from creation to refusal', async () => {
  const { ok } = terminal()
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

  expect(await ok('keys', 'revoke', id)).toBe('')
  expect(await ok('keys', 'list', '--account', account)).toContain('\trevoked\t')
  expect(await ok('accounts', 'deactivate', account)).toBe('')
  expect(await ok('accounts', 'list')).toContain('\tdeactivated\t')
})

test('a link signs in to an account’s portal; an address is one account’s', async () => {
  const { merch, ok } = terminal()
  const first = (await ok('accounts', 'create', '--name', 'A', '--email', 'a@example.com')).trim()
  const second = (await ok('accounts', 'create', '--name', 'B')).trim()
  expect(await ok('accounts', 'link', first)).toMatch(
    /^http:\/\/127\.0\.0\.1:8080\/portal\/sign-in\/[\w-]{43}\n$/,
  )
  await ok('accounts', 'email', second, 'b@example.com')

  const refused = async (...args: string[]) => {
    const { status, stdout, stderr } = await merch('accounts', ...args)
    expect([status, stdout]).toEqual([1, ''])
    return stderr
  }
  const taken = 'A@Example.com is another account’s address\n'
  expect(await refused('email', second, 'A@Example.com')).toBe(taken)
  expect(await refused('create', '--name', 'C', '--email', 'A@Example.com')).toBe(taken)
  expect(await refused('email', second, 'nobody')).toBe('nobody is not an e-mail address\n')
  expect(await refused('email', 'acc_none', 'c@example.com')).toBe('There is no account acc_none\n')
  expect(await refused('link', 'acc_none')).toBe('There is no account acc_none\n')
})

test('tiers, from giving one to taking it back', async () => {
  const { ok } = terminal()
  const account = (await ok('accounts', 'create', '--name', 'Harbor')).trim()
  const tier = (...args: string[]) => ok('accounts', 'tier', ...args)
  expect(await tier(account, '--budget', '5000')).toBe('')
  await tier(account, '--budget', '10000')
  await tier('--network', '203.0.113.77/24', '--budget', '20000')
  expect(await ok('accounts', 'tiers')).toBe(`${account}\t10000\n203.0.113.0/24\t20000\n`)
  expect(await ok('accounts', 'list')).toMatch(/\tHarbor\t10000\n$/)
  await tier(account, '--remove')
  await tier('--network', '203.0.113.0/24', '--remove')
  expect(await ok('accounts', 'tiers')).toBe('')
})

test('seed demo prints a key alone', async () => {
  const { ok } = terminal()
  expect(await ok('seed', 'demo')).toMatch(/^mfk_\w{92}\n$/)
})

test('an order’s life: shipped, delivered, returned, each once and in this order', async () => {
  const { merch, ok, file } = terminal()
  await ok('seed', 'demo')
  const database = new DatabaseSync(file, { readOnly: true })
  const waiting = database.prepare(`select id from orders where status = 'AWAITING_SHIPMENT'`).get()
  const id = String(waiting?.id)
  const row = () =>
    database
      .prepare('select status, tracking_number, delivered_at from orders where id = ?')
      .get(id)
  const refused = async (...args: string[]) => {
    const { status, stdout, stderr } = await merch('orders', ...args)
    expect([status, stdout]).toEqual([1, ''])
    return stderr
  }
  expect(await refused('deliver', id)).toBe(`${id}: Order has not shipped\n`)
  expect(await ok('orders', 'ship', id, '--tracking', '1Z9', '--carrier', 'ups')).toBe(`${id}\n`)
  expect(row()).toMatchObject({ status: 'SHIPPED', tracking_number: '1Z9', delivered_at: null })
  expect(await refused('ship', id, '--tracking', '1Z9', '--carrier', 'ups')).toBe(
    `${id}: Order has already shipped\n`,
  )
  await ok('orders', 'deliver', id)
  expect(row()?.delivered_at).toEqual(expect.any(String))
  await ok('orders', 'return', id)
  expect(row()?.status).toBe('RETURNED')
  expect(await refused('return', id)).toBe(`${id}: Order has not shipped\n`)
  database.close()
})

describe('what cannot be done is said on stderr, with a failing status', () => {
  test.each<[string[], RegExp]>([
    [
      ['keys', 'create', '--account', 'acc_none', '--name', 'x'],
      /^There is no account acc_none\n$/,
    ],
    [['keys', 'revoke', 'key_none'], /^There is no active key key_none\n$/],
    [['accounts', 'deactivate', 'acc_none'], /^There is no active account acc_none\n$/],
    [['accounts', 'create'], /Missing required argument: --name/],
    [['accounts', 'tier', 'acc_none', '--budget', '5000'], /^There is no account acc_none\n$/],
    [['accounts', 'tier', '--budget', '5000'], /^Say whose tier it is: /],
    [['accounts', 'tier', 'acc_1', '--budget', '5000', '--remove'], /^Say what the tier is: /],
    [['accounts', 'tier', '--network', '10.0.0.0/8', '--remove'], /^10.0.0.0\/8 has no tier\n$/],
    [
      ['accounts', 'tier', '--network', '10.0.0.0/8', '--budget', '1000'],
      /^--budget must be a .* above 1000/,
    ],
    [['accounts', 'tier', '--network', '2001:db8::/65', '--budget', '5000'], /^--network must be /],
    [['accounts', 'list', '--all'], /^There is no option --all\n$/],
    [['keys', 'revoke', 'key_1', 'key_2'], /^There is no place for "key_2": /],
    [['nobody'], /\nUnknown command nobody\n$/],
    [['accounts', 'orders'], /\nUnknown command orders\n$/],
    [['orders', 'deliver', 'ord_none'], /^There is no order ord_none\n$/],
    [['orders', 'ship', 'ord_none'], /Missing required argument: --tracking/],
    [['constructor'], /\nUnknown command constructor\n$/],
    [[], /No command specified/],
  ])('merch %j', async (args, message) => {
    const { status, stdout, stderr } = await terminal().merch(...args)
    expect(status).toBe(1)
    expect(stdout).toBe('')
    expect(stderr).toMatch(message)
    expect(stderr).not.toContain('\u001b')
  })
})

test('a name that cannot be listed is refused in one line, and nothing is created', async () => {
  const { merch, ok } = terminal()
  const account = (await ok('accounts', 'create', '--name', 'Harbor')).trim()
  const noValue = '--name needs a value: write --name TEXT, in quotes if it has spaces\n'
  const refused: [string[], string][] = [
    [['--name'], noValue],
    [['--name='], noValue],
    [
      ['--name', 'two\nlines'],
      '--name must be one line: leave out line feeds and other control characters\n',
    ],
    [
      ['extra', '--name', 'x'],
      'There is no place for "extra": put a value that has spaces in quotes\n',
    ],
  ]
  for (const command of [
    ['accounts', 'create'],
    ['keys', 'create', '--account', account],
  ])
    for (const [args, line] of refused)
      expect(await merch(...command, ...args)).toEqual({ status: 1, stdout: '', stderr: line })
  expect((await ok('accounts', 'list')).trim().split('\n')).toHaveLength(1)
  expect(await ok('keys', 'list', '--account', account)).toBe('')
})

test.each([
  [[]],
  [['accounts']],
  [['accounts', 'create']],
  [['keys', 'revoke']],
  [['seed', 'demo']],
])('merch %j --help says how it is used, on stdout and without colours', async (args) => {
  const { status, stdout, stderr } = await terminal().merch(...args, '--help')
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/USAGE/)
  expect(stdout).not.toContain('\u001b')
})

test('every command’s usage is a line that can be pasted', async () => {
  const { ok } = terminal()
  /** The words of every command under some words, as its usage says them. */
  const commandsUnder = async (words: string[]): Promise<string[]> => {
    const usage = await ok(...words, '--help')
    const [, line = ''] = /^USAGE (.*)$/m.exec(usage) ?? []
    const said = ['merch', ...words].join(' ')
    expect(`${line} `).toContain(`${said} `)
    expect(line.indexOf('merch')).toBe(0)
    if (!usage.includes('COMMANDS')) return [said]
    const names = line.slice(said.length).trim().split('|')
    const under: string[] = []
    for (const name of names) under.push(...(await commandsUnder([...words, name])))
    return under
  }
  const commands = await commandsUnder([])
  expect(commands).toContain('merch keys create')
  expect(commands.length).toBeGreaterThanOrEqual(7)
})
