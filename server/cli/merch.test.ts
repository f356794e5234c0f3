import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { expect, onTestFinished, test } from 'vitest'
import { endConnections, send } from '../../contract-tests/support/http.ts'
import { recordingLog } from '../../tests/kit/recording-log.ts'
import { findInconsistencies } from '../../tests/kit/server/find-inconsistencies.ts'
import { makeTerminal, terminal } from '../../tests/kit/server/terminal.ts'
import { temporaryFolder } from '../../tests/kit/temporary-folder.ts'
import { readConfig } from '../config.ts'
import { isWellFormed } from '../domain/api-key.ts'
import { start } from '../process/start.ts'
import { createMerch } from './merch.ts'

const done = (stderr: string) => ({ status: 0, stdout: '', stderr })
const rejected = (stderr: string) => ({ status: 1, stdout: '', stderr })

test('creates, lists and revokes accounts and keys', async () => {
  const { merch, ok } = terminal()
  const account = (await ok('accounts', 'create', '--name', 'Harbor & Pine')).trim()
  expect(await ok('accounts', 'list')).toMatch(
    /^acc_[0-9a-f]{32}\tactive\t[^\t]+Z\tHarbor & Pine\tstandard\n$/,
  )
  expect(await merch('keys', 'list', '--account', account)).toEqual(
    done('No keys. Create one with: merch keys create --name NAME\n'),
  )
  const key = await ok('keys', 'create', '--name', 'till')
  expect(key).toMatch(/^[^\n]{96}\n$/)
  expect(isWellFormed(key.trim())).toBe(true)
  const listed = await ok('keys', 'list', '--account', account)
  const [id = '', state, lastFour] = listed.split('\t')
  expect([state, lastFour]).toEqual(['active', key.trim().slice(-4)])
  expect(listed).not.toContain(key.trim())

  expect(await merch('keys', 'revoke', id)).toEqual(done(`Revoked ${id}\n`))
  expect(await ok('keys', 'list', '--account', account)).toContain('\trevoked\t')
  expect(await merch('accounts', 'deactivate', account)).toEqual(done(`Deactivated ${account}\n`))
  expect(await ok('accounts', 'list')).toContain('\tdeactivated\t')
  expect(await merch('accounts', 'activate', account)).toEqual(done(`Activated ${account}\n`))
})

test('control characters are shown, not printed', async () => {
  const { merch, ok, write } = terminal()
  await ok('accounts', 'create', '--name', 'Pine')
  const text = '\u001b[2J\u009b2J\u0007'
  const file = write('shop.yaml', `"${text}": 1\nb: 1`)
  for (const args of [['keys', 'revoke', text], [text], ['apply', file]])
    expect((await merch(...args)).stderr).toMatch(
      /^[^\p{Cc}]*(\\u001b|<U\+001B>)\[2J(\\u009b|<U\+009B>)2J/u,
    )
})

test('prints sign-in links, and gives an email to one account only', async () => {
  const { merch, ok } = terminal()
  const first = (await ok('accounts', 'create', '--name', 'A', '--email', 'a@example.com')).trim()
  const second = (await ok('accounts', 'create', '--name', 'B')).trim()
  expect(await ok('accounts', 'link', first)).toMatch(
    /^http:\/\/127\.0\.0\.1:8080\/portal\/sign-in\/[\w-]{43}\n$/,
  )
  expect(await merch('accounts', 'email', second, 'b@example.com')).toEqual(
    done(`Sign-in links for ${second} are sent to b@example.com. Its sessions have ended.\n`),
  )
  const taken = ' belongs to another account. Enter a different email.\n'
  for (const [message, ...args] of [
    [`A@Example.com${taken}`, 'email', second, 'A@Example.com'],
    [`b@example.com${taken}`, 'email', first, 'b@example.com'],
    [`A@Example.com${taken}`, 'create', '--name', 'C', '--email', 'A@Example.com'],
    ['nobody is not a valid email\n', 'email', second, 'nobody'],
  ])
    expect(await merch('accounts', ...args)).toEqual(rejected(String(message)))
})

test('the demo account signs in with the link of the start, and with links to the port of its server', async () => {
  const { ok, file } = terminal()
  const { log } = recordingLog()
  const config = readConfig({ PORT: '0', DATABASE_URL: `file:${file}`, SEED_DEMO: '1' })
  const { address, demo, stop } = await start(config, log)
  onTestFinished(async () => {
    await endConnections()
    await stop()
  })
  const link = await ok('accounts', 'link', String(demo?.account))
  for (const url of [link.trim(), String(demo?.portalUrl)]) {
    expect(url).toMatch(`${address}/portal/sign-in/`)
    expect((await send(address, { path: new URL(url).pathname })).text).toContain(
      'Harbor &amp; Pine',
    )
  }
  process.env.BASE_URL = 'https://gifts.example.com'
  expect(await ok('accounts', 'link', String(demo?.account))).toMatch(/^https:..gifts.example.com/)
})

test('sets, lists and removes tiers', async () => {
  const { merch, ok } = terminal()
  const account = (await ok('accounts', 'create', '--name', 'Harbor')).trim()
  const tier = (...args: string[]) => merch('accounts', 'tier', ...args)
  expect((await merch('accounts', 'tiers')).stderr).toMatch(/^No higher rate limits\. /)
  await tier(account, '--limit', '5000')
  expect(await tier(account, '--limit', '10000')).toEqual(
    done(`${account} now has a rate limit of 10000 requests per window\n`),
  )
  await tier('--network', '203.0.113.77/24', '--limit', '2147483647')
  expect(await ok('accounts', 'tiers')).toBe(`${account}\t10000\n203.0.113.0/24\t2147483647\n`)
  expect(await ok('accounts', 'list')).toMatch(/\tHarbor\t10000\n$/)
  expect(await tier(account, '--remove')).toEqual(
    done(`${account} now has the standard rate limit\n`),
  )
  expect((await tier(account, '--remove')).stderr).toMatch(RegExp(`^No tier of ${account}\\. `))
  await tier('--network', '203.0.113.0/24', '--remove')
  expect(await ok('accounts', 'tiers')).toBe('')
})

test('a command works on the only active account, or asks for one', async () => {
  const { merch, ok } = terminal()
  const list = (...args: string[]) => merch('orders', 'list', ...args)
  expect((await list()).stderr).toMatch(/^No active account\. .* merch accounts create /)
  const first = (await ok('accounts', 'create', '--name', 'A')).trim()
  expect(await list()).toEqual(done('No orders match.\n'))
  await ok('accounts', 'create', '--name', 'B')
  expect((await list()).stderr).toMatch(/^Several accounts are active\. Add --account ID\. /)
  expect((await list('--account', first)).status).toBe(0)
  await ok('accounts', 'deactivate', first)
  expect((await list()).status).toBe(0)
})

test.each([
  ['accounts list'],
  ['keys create --account acc_1 --name x'],
  ['orders sync'],
  ['webhooks listen --print'],
  ['backup copy.db'],
])('%s rejects a database that does not exist, and creates nothing', async (command) => {
  const { merch, folder } = terminal()
  const file = `${folder}/missing/merch.db`
  process.env.DATABASE_URL = `file:${file}`
  expect(await merch(...command.split(' '))).toEqual(
    rejected(
      `No database at ${file}. Check DATABASE_URL. To create a database, run: merch accounts create\n`,
    ),
  )
  expect(existsSync(join(folder, 'missing'))).toBe(false)
})

test('migrate creates a database, and prints the migrations that ran', async () => {
  const { merch, ok } = terminal(join(temporaryFolder(), 'merch.db'))
  expect(await ok('migrate')).toMatch(/^0001-tables-of-1.0\n/)
  expect(await merch('migrate')).toEqual(done('The schema is up to date.\n'))
})

test('accounts create and seed demo create a database, and seed demo prints a key alone', async () => {
  for (const [said, ...args] of [
    ['', 'accounts', 'create', '--name', 'Harbor & Pine'],
    ['Created acc_\\w+ with demo data. Its API key is shown only once:\n', 'seed', 'demo'],
  ]) {
    const { merch, ok, folder } = terminal()
    process.env.DATABASE_URL = `file:${folder}/missing/merch.db`
    expect(await merch(...args)).toEqual({
      status: 0,
      stdout: expect.stringMatching(/^(acc_\w{32}|mfk_\w{92})\n$/),
      stderr: expect.stringMatching(RegExp(`^${said}$`)),
    })
    expect(await ok('accounts', 'list')).toContain('active')
  }
})

test('backup replaces a file only with --force, and names the program that copies a PostgreSQL database', async () => {
  const { merch, ok, write, folder, file: source } = terminal()
  await ok('seed', 'demo')
  const database = new DatabaseSync(source)
  database.exec('create table large as select zeroblob(5000000) as zeros')
  database.close()
  const file = write('backup.db', 'mine')
  expect(await merch('backup', file)).toEqual(
    rejected(`${file} already exists. Choose another name or add --force.\n`),
  )
  expect(readFileSync(file, 'utf8')).toBe('mine')
  expect(await merch('backup', folder, '--force')).toEqual(
    rejected(`${folder} is not a file. Choose another name.\n`),
  )
  makeTerminal(process.stderr)
  const { stdout, stderr } = await merch('backup', file, '--force')
  expect(stdout).toBe(`${file}\n`)
  // The bar is removed at the end.
  const bars = stderr.split('\r\u001b[K')
  expect([bars.at(-2), bars.at(-1)]).toEqual([
    expect.stringMatching(/ %, (\d:\d\d left, )?copied$/),
    '',
  ])
  expect(findInconsistencies(file)).toEqual([])
  process.env.DATABASE_URL = 'postgres://merch@127.0.0.1/merch'
  expect((await merch('backup', 'a/b-1')).stderr).toContain(' --file=a/b-1 "$DATABASE_URL"')
  expect((await merch('backup', "it's")).stderr).toContain(` --file='it'\\''s' "$DATABASE_URL"`)
})

test('an interrupted copy removes the bar, says how to continue and exits with 130', async () => {
  const { merch, ok, file, folder } = terminal()
  await ok('seed', 'demo')
  const files = ['--from', `file:${file}`, '--to', `file:${join(folder, 'copy.db')}`]
  makeTerminal(process.stderr)
  const before = process.listenerCount('SIGINT')
  const copied = merch('copy', ...files)
  while (process.listenerCount('SIGINT') === before) await nextTurn()
  process.listeners('SIGINT').at(-1)?.('SIGINT')
  const { status, stdout, stderr } = await copied
  expect([status, stdout]).toEqual([130, ''])
  const bar = '\r\\u001b\\[K░* [0-9] %, .*'
  const message = 'Stopped. The target is empty. Run the command again to copy everything.'
  expect(stderr).toMatch(RegExp(`^${bar}\r\\u001b\\[K${message}\n$`))
  expect(process.listenerCount('SIGINT')).toBe(before)
  const done = await merch('copy', ...files)
  expect(done.stdout).toMatch(/^accounts\t1\t.*^orders\t27\t[0-9a-f]{32}$/ms)
  const last = done.stderr.split('\r\u001b[K').at(-1)
  expect(last).toMatch(/^Copied and verified \d{3} rows\.\n$/)
  for (const line of (await ok('copy', ...files, '--compare')).trimEnd().split('\n'))
    expect(line).toContain('\tsame\t')
})

test('every list prints JSON with --json, also on a terminal', async () => {
  const { merch, ok } = terminal()
  await ok('seed', 'demo')
  const [account = ''] = (await ok('accounts', 'list')).split('\t')
  await ok('accounts', 'tier', account, '--limit', '5000')
  makeTerminal(process.stdout)
  for (const list of [
    'accounts list',
    'accounts tiers',
    `keys list --account ${account}`,
    'orders list',
    'stock list',
    'products list',
    'campaigns list',
  ]) {
    const { stdout, stderr } = await merch(...list.split(' '), '--json')
    const lines = stdout.trimEnd().split('\n')
    expect([list, stderr, typeof JSON.parse(lines[0] ?? '')]).toEqual([list, '', 'object'])
  }
  expect(JSON.parse(await ok('accounts', 'list', '--json'))).toMatchObject({
    id: account,
    state: 'active',
    name: 'Harbor & Pine',
    limit: 5000,
  })
})

test.each<[string, RegExp]>([
  ['keys create --account acc_none --name x', /^No account acc_none\. .*\n$/],
  ['keys revoke key_none', /^No active key key_none\. .*\n$/],
  [
    `keys create --account acc_1 --name ${'x'.repeat(101)}`,
    /^The name must have at most 100 characters\.\n$/,
  ],
  ['accounts deactivate acc_none', /^No active account acc_none\. .*\n$/],
  ['accounts activate acc_none', /^No deactivated account acc_none\. .*\n$/],
  ['accounts tier acc_none --limit 5000', /^No account acc_none\. .*\n$/],
  ['accounts tier --limit 5000', /^Name either an account ID or --network CIDR\n$/],
  ['accounts tier acc_1 --limit 5000 --remove', /^Add either --limit NUMBER or --remove\n$/],
  ['accounts tier --network 10.0.0.0/8 --remove', /^No tier of 10.0.0.0\/8\. .*\n$/],
  [
    'accounts tier --network 10.0.0.0/8 --limit 1000',
    /^--limit must be a .* above the standard 1000, .*\n$/,
  ],
  [
    'accounts tier --network 10.0.0.0/8 --limit 2147483648',
    /^--limit must be a .* at most 2147483647\n$/,
  ],
  ['accounts tier --network 2001:db8::/65 --limit 5000', /^--network must be .*\n$/],
  ['distribute', /^DATABASE_URL must be a PostgreSQL database with the extension citus\n$/],
  ['limits show 127.1', /^127\.1 is not an IP address\n$/],
  ['orders list --zone Nowhere', /^--zone must be the name of a time zone, .*, not Nowhere\n$/],
  ['orders list --all --format csv', /^A picking list is of one account\. .*\n$/],
  ['orders edit ord_none', /^Pass fields of the address, .*\n$/],
  ['orders deliver', /^Pass an order, or --file PATH\n$/],
  ['orders deliver ord_none', /^No order ord_none\. To list orders, run: merch orders list\n$/],
  ['orders return ord_none --line MUG=0', /^--line must be a SKU and its units, .*\n$/],
  ['stock count T --warehouse a --units -1', /^--units must be a whole number of 0 or more, .*\n$/],
  ['stock move T --from a --to a --by 1', /^--from and --to must be different warehouses\n$/],
  ['orders sync', /^No fulfillment provider\. Set all five PROVIDER_ variables\.\n$/],
  [
    'webhooks trigger order.packed',
    /^Unknown event order.packed\. Use one of order.created, .*\n$/,
  ],
  ['webhooks listen --events order.created,nope', /^Unknown event nope\. Use one of .*\n$/],
  ['webhooks listen --forward-to http://8.8.8.8/', /^--forward-to: 8.8.8.8 is not on this .*\n$/],
  ['webhooks listen', /^No active account\. .*\n$/],
])('merch %s writes one line to stderr and exits with 1', async (command, message) => {
  expect(await terminal().merch(...command.split(' '))).toEqual(
    rejected(expect.stringMatching(message)),
  )
})

const missing = "Option '--name <text>' argument missing"
const oneLine = "Option '--name <text>' argument must be one line without control characters"

test.each([
  [['nobody'], "Unknown command 'nobody'"],
  [['accounts', 'lists'], "Unknown command 'lists'\n(Did you mean list?)"],
  [['accounts', 'list', '--all'], "Unknown option '--all'"],
  [['accounts', 'create'], "Required option '--name <text>' not specified"],
  [['accounts', 'create', '--name='], missing],
  [['accounts', 'create', '--name', ' \u200b'], missing],
  [['accounts', 'create', '--name', 'two\nlines'], oneLine],
  [['accounts', 'create', '--name', '\u001b[31mred'], oneLine],
  [['accounts', 'create', '--name', 'a\u2028b'], oneLine],
  [
    ['orders', 'list', '--json', '--format', 'csv'],
    "Option '--format <format>' cannot be used with option '--json'",
  ],
  [
    ['keys', 'revoke', 'key_1', 'key_2'],
    "Too many arguments for 'revoke'. Expected 1 argument but got 2: key_1, key_2.",
  ],
])('merch %j is a usage error', async (args, message) => {
  expect(await terminal().merch(...args)).toEqual(
    rejected(`${message}\nAdd --help to see the usage.\n`),
  )
})

/** The words of every command and command group. */
const wordsOfCommands = ({ commands }: CommandUnknownOpts, words: string[] = []): string[][] => [
  words,
  ...commands.flatMap((each) => wordsOfCommands(each, [...words, each.name()])),
]

test('each command prints its usage with --help, and a group of commands without one', async () => {
  const { merch, ok } = terminal()
  for (const words of wordsOfCommands(createMerch())) {
    const usage = await ok(...words, '--help')
    expect(usage.split('\n')[0]).toMatch(RegExp(`^Usage: ${['merch', ...words].join(' ')} \\[`))
    expect(usage).not.toContain('\u001b')
    expect(usage.split('\n').filter((line) => line.length > 80)).toEqual([])
    const listed = usage.split('\nCommands:\n')[1]?.match(/^ {2}[a-z]+/gm) ?? []
    expect(listed).toEqual(listed.toSorted())
  }
  for (const words of [[], ['accounts']])
    expect(await merch(...words)).toEqual(
      rejected(expect.stringMatching(`^Usage: ${['merch', ...words].join(' ')} `)),
    )
  expect(await ok('accounts', 'create', '--unknown', '--help')).toMatch(/^Usage: /)
})

test('merch config prints each setting with its source, and no secret', async () => {
  const { merch } = terminal()
  const file = join(temporaryFolder(), 'key')
  writeFileSync(file, 'a secret of a file')
  Object.assign(process.env, {
    PORT: '9000',
    SMTP_URL: 'smtp://user:secret@mail.example.com',
    WEBHOOK_SECRET_KEY_FILE: file,
  })
  const { status, stdout } = await merch('config')
  expect(status).toBe(0)
  expect(stdout.split('\n')).toEqual(
    expect.arrayContaining([
      'HOST\t127.0.0.1\tdefault',
      'PORT\t9000\tenvironment',
      'SMTP_URL\tsmtp://user:…@mail.example.com\tenvironment',
      `WEBHOOK_SECRET_KEY\t…\t${file}`,
      'CDN_URL\tBASE_URL/cdn\tdefault',
    ]),
  )
  expect(stdout).not.toContain('secret')
  process.env.PORT = 'x'
  expect((await merch('config')).stderr).toMatch(/^PORT must be .* 65535, not "x"\n$/)
})
