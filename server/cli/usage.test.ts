import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { expect, test } from 'vitest'
import { terminal } from '../testing/terminal.ts'
import { createMerch } from './merch.ts'

// What merch prints for arguments that it rejects, and with --help.

const reject = async (args: string[]) => {
  const { status, stdout, stderr } = await terminal().merch(...args)
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).not.toContain('\u001b')
  return stderr
}

test.each<[string[], RegExp]>([
  [['keys', 'create', '--account', 'acc_none', '--name', 'x'], /^No account acc_none\. .*\n$/],
  [['keys', 'revoke', 'key_none'], /^No active key key_none\. .*\n$/],
  [['accounts', 'deactivate', 'acc_none'], /^No active account acc_none\. .*\n$/],
  [['accounts', 'tier', 'acc_none', '--budget', '5000'], /^No account acc_none\. .*\n$/],
  [['accounts', 'tier', '--budget', '5000'], /^Name either an account ID or --network CIDR\n$/],
  [
    ['accounts', 'tier', 'acc_1', '--budget', '5000', '--remove'],
    /^Add either --budget NUMBER or --remove\n$/,
  ],
  [['accounts', 'tier', '--network', '10.0.0.0/8', '--remove'], /^10.0.0.0\/8 has no tier\. .*\n$/],
  [
    ['accounts', 'tier', '--network', '10.0.0.0/8', '--budget', '1000'],
    /^--budget must be a .* above the standard 1000, .*\n$/,
  ],
  [
    ['accounts', 'tier', '--network', '10.0.0.0/8', '--budget', '2147483648'],
    /^--budget must be a .* at most 2147483647\n$/,
  ],
  [
    ['accounts', 'tier', '--network', '2001:db8::/65', '--budget', '5000'],
    /^--network must be .*\n$/,
  ],
  [['orders', 'deliver', 'ord_none'], /^No order ord_none\. .*\n$/],
])('merch %j writes one line to stderr and exits with 1', async (args, message) => {
  expect(await reject(args)).toMatch(message)
})

const oneLine = "error: option '--name <text>' argument must be one line without control characters"

test.each([
  [['nobody'], "error: unknown command 'nobody'"],
  [['constructor'], "error: unknown command 'constructor'"],
  [['accounts', 'backup'], "error: unknown command 'backup'"],
  [['accounts', 'lists'], "error: unknown command 'lists'\n(Did you mean list?)"],
  [['accounts', 'list', '--all'], "error: unknown option '--all'"],
  [['accounts', 'list', '-a'], "error: unknown option '-a'"],
  [['accounts', 'list', '--version'], "error: unknown option '--version'"],
  [['accounts', 'list', '--toString'], "error: unknown option '--toString'"],
  [
    ['orders', 'import', 'x.csv', '--account', 'a', '--dry-runs'],
    "error: unknown option '--dry-runs'\n(Did you mean --dry-run?)",
  ],
  [['accounts', 'create'], "error: required option '--name <text>' not specified"],
  [
    ['webhooks', 'listen', '--no-print'],
    "error: unknown option '--no-print'\n(Did you mean --print?)",
  ],
  [['accounts', 'create', '--name'], "error: option '--name <text>' argument missing"],
  [['accounts', 'create', '--name='], "error: option '--name <text>' argument missing"],
  [['accounts', 'create', '--name', ' '], "error: option '--name <text>' argument missing"],
  [['accounts', 'create', '--name', '--help'], "error: option '--name <text>' argument missing"],
  [
    ['webhooks', 'listen', '--forward-to', '--print'],
    "error: option '--forward-to <url>' argument missing",
  ],
  [['accounts', 'create', '--name', 'two\nlines'], oneLine],
  [['accounts', 'create', '--name', 'a\tb'], oneLine],
  [['accounts', 'create', '--name', '\u001b[31mred'], oneLine],
  [['accounts', 'create', '--name', 'a\u0085b'], oneLine],
  [['accounts', 'create', '--name', 'a\u2028b'], oneLine],
  [['keys', 'revoke'], "error: missing required argument 'key'"],
  [
    ['keys', 'revoke', 'key_1', 'key_2'],
    "error: too many arguments for 'revoke'. Expected 1 argument but got 2: key_1, key_2.",
  ],
])('merch %j is a usage error', async (args, message) => {
  expect(await reject(args)).toBe(`${message}\nAdd --help to see the usage.\n`)
})

test('a command group without a command writes its usage to stderr and exits with 1', async () => {
  expect(await reject([])).toMatch(/^Usage: merch /)
  expect(await reject(['accounts'])).toMatch(/^Usage: merch accounts /)
})

/** The words of every command and command group. */
const wordsOfCommands = ({ commands }: CommandUnknownOpts, words: string[] = []): string[][] => [
  words,
  ...commands.flatMap((each) => wordsOfCommands(each, [...words, each.name()])),
]

test.each(wordsOfCommands(createMerch()).map((words) => [words]))(
  'merch %j --help prints the usage to stdout without colors',
  async (words) => {
    const { status, stdout, stderr } = await terminal().merch(...words, '--help')
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout.split('\n')[0]).toMatch(RegExp(`^Usage: ${['merch', ...words].join(' ')} \\[`))
    expect(stdout).not.toContain('\u001b')
  },
)

test('orders import --help lists the columns and marks those that are required', async () => {
  const help = await terminal().ok('orders', 'import', '--help')
  expect(help).toContain('\n  sku                  * what was ordered')
  expect(help).toContain('\n  deliveredAt            when it arrived\n')
})

test('--help wins over missing and unknown options', async () => {
  expect(await terminal().ok('accounts', 'create', '--unknown', '--help')).toMatch(/^Usage: /)
})

test.each<[string[], RegExp]>([
  [['trigger', 'order.packed'], /^Unknown event order.packed\. Use one of order.created, /],
  [['listen', '--events', 'order.created,nope'], /^Unknown event nope\. Use one of /],
  [['listen', '--forward-to', 'http://8.8.8.8/'], /^--forward-to: 8.8.8.8 is not on this machine/],
  [['listen'], /^No active account\. /],
])('merch webhooks %j writes one line to stderr and exits with 1', async (args, message) => {
  const stderr = await reject(['webhooks', ...args])
  expect(stderr).toMatch(message)
  expect(stderr.trim().split('\n')).toHaveLength(1)
})
