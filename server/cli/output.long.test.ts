import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { build } from 'rolldown'
import { beforeAll, expect, test } from 'vitest'
import { hasTurn } from '../../tests/kit/of-today.ts'
import { root } from '../../tests/kit/project.ts'
import { programEnvironment } from '../../tests/kit/run.ts'
import { makeTemporaryFolder, temporaryFolder } from '../../tests/kit/temporary-folder.ts'
import { createMerch } from './merch.ts'

// Each command on the demo's database, in a shell whose stdout is a full disk or a pipe that nobody reads.

const namesOf = (command: CommandUnknownOpts, path: string[] = []): string[] =>
  command.commands.length === 0
    ? [path.join(' ')]
    : command.commands.flatMap((each) => namesOf(each, [...path, each.name()]))

/** Arguments with which a command prints a result. */
const argumentsOf: Readonly<Record<string, string>> = {
  'accounts activate': '$ACCOUNT',
  'accounts create': '--name Harbor',
  'accounts deactivate': '$ACCOUNT',
  'accounts email': '$ACCOUNT a@example.com',
  'accounts link': '$ACCOUNT',
  'accounts list': '',
  'accounts sign-out': '$ACCOUNT',
  'accounts tier': '$ACCOUNT --limit 2000 --network 192.0.2.7',
  'accounts tiers': '',
  apply: 'server/demo/shop.yaml',
  backup: '$FOLDER/backup.db',
  'campaigns list': '',
  config: '',
  copy: '--from $DATABASE_URL --to file:$FOLDER/copy.db',
  distribute: '',
  export: '',
  'invites extend': '$INVITE --until 2999-01-01',
  'invites import': '$FOLDER/people.csv --campaign $CAMPAIGN',
  'invites list': '',
  'invites resend': '$INVITE',
  'invites withdraw': '$INVITE',
  'keys create': '--account $ACCOUNT --name checkout',
  'keys find': '< /dev/null',
  'keys list': '--account $ACCOUNT',
  'keys revoke': '$KEY',
  'limits show': '192.0.2.7',
  migrate: '',
  'orders cancel': '$ORDER',
  'orders deliver': '$ORDER',
  'orders edit': '$ORDER --city Bergen',
  'orders import': '/dev/null --campaign $CAMPAIGN',
  'orders list': '--format csv',
  'orders problems': '',
  'orders return': '$ORDER',
  'orders ship': '$ORDER --carrier ups --tracking 1Z1',
  'orders show': '$ORDER',
  'orders slips': '',
  'orders sync': '',
  'orders unship': '$ORDER',
  'people erase': 'maya.lindqvist@example.com --account $ACCOUNT --yes',
  'people export': 'maya.lindqvist@example.com --account $ACCOUNT',
  'products list': '',
  ready: '',
  restore: '$FOLDER/none.db --yes',
  'seed demo': '',
  'stock adjust': 'CRD-WEL --warehouse portland --by -1',
  'stock count': 'CRD-WEL --warehouse portland --units 5',
  'stock history': 'CRD-WEL',
  'stock list': '',
  'stock move': 'CRD-WEL --from portland --to rotterdam --by 1',
  'stock receive': 'CRD-WEL --warehouse portland --quantity 5',
  'webhooks attempts': 'whk_1',
  'webhooks list': '--account $ACCOUNT',
  'webhooks listen': '--events order.unknown',
  'webhooks reseal': '',
  'webhooks trigger': 'order.created',
}

const demo = makeTemporaryFolder()
const source = join(demo.path, 'merch.db')
const program = join(demo.path, 'merch.mjs')
const environment: Record<string, string> = { ...programEnvironment() }

/** Runs a command in a shell, in which the table's variables are set, on a copy of the demo's database. */
const merch = (line: string, redirect = '') => {
  const FOLDER = temporaryFolder()
  const file = join(FOLDER, 'merch.db')
  copyFileSync(source, file)
  writeFileSync(join(FOLDER, 'people.csv'), 'email\nsam@example.com\n')
  const command = `set -o pipefail; "${process.execPath}" "${program}" ${line} ${redirect}`
  const env = { ...environment, FOLDER, DATABASE_URL: `file:${file}` }
  const { status, stdout, stderr } = spawnSync('bash', ['-c', command], {
    cwd: root,
    env,
    encoding: 'utf8',
  })
  return { status, stdout, stderr, file }
}

const valueIn = (file: string, sql: string): string => {
  const database = new DatabaseSync(file, { readOnly: true })
  const row = database.prepare(sql).get()
  database.close()
  return String(row?.value)
}

beforeAll(async () => {
  const replacePaths = (code: string, id: string) =>
    code
      .replaceAll('import.meta.dirname', () => JSON.stringify(dirname(id)))
      .replaceAll('import.meta.url', () => JSON.stringify(pathToFileURL(id)))
  // One file starts in half the time of its 150 modules.
  await build({
    input: join(root, 'server/cli/main.ts'),
    platform: 'node',
    output: { file: program, codeSplitting: false },
    plugins: [{ name: 'paths', transform: replacePaths }],
  })
  const env = { ...environment, DATABASE_URL: `file:${source}` }
  execFileSync(process.execPath, [program, 'seed', 'demo'], { cwd: root, env })
  Object.assign(environment, {
    ACCOUNT: valueIn(source, 'select id as value from accounts'),
    KEY: valueIn(source, 'select id as value from api_keys'),
    CAMPAIGN: valueIn(source, `select id as value from campaigns where status = 'Active'`),
    INVITE: valueIn(source, `select id as value from invites where status = 'UNUSED'`),
    ORDER: valueIn(source, `select id as value from orders where status = 'AWAITING_SHIPMENT'`),
  })
  return demo.remove
})

const activeKeys = 'select count(*) as value from api_keys where revoked_at is null'

const names = namesOf(createMerch())
const namesOfToday = names.filter((_, i) => hasTurn(i % 6, 6))

test('each command has a line', () => {
  expect(names.filter((name) => argumentsOf[name] === undefined)).toEqual([])
})

test.each(namesOfToday)('%s fails on a full disk', (name) => {
  const line = `${name} ${argumentsOf[name]}`
  const full = merch(line, '> /dev/full')
  expect(valueIn(full.file, activeKeys)).toBe(name === 'keys revoke' ? '0' : '1')
  if (full.stderr.includes('Cannot write the output: ENOSPC: no space left on device'))
    return expect(full.status).toBe(1)
  // The command prints nothing, or fails.
  const { status, stdout } = merch(line)
  expect([stdout, full.status]).toEqual(['', status])
})

test.each(namesOfToday)('%s does not fail at a closed pipe', (name) => {
  const line = `${name} ${argumentsOf[name]}`
  // The shell's own program closes its end before the command has started.
  const { status, stderr } = merch(line, '| exec true')
  expect(stderr).not.toContain('EPIPE')
  if (status !== 0) expect(status).toBe(merch(line).status)
})
