import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { shellLines, wordsOf } from '../../testkit/shell-lines.ts'
import { startShipStation } from '../testing/shipstation.ts'
import { terminal } from '../testing/terminal.ts'
import { testServer } from '../testing/test-server.ts'

const readme = readFileSync(fileURLToPath(new URL('../../README.md', import.meta.url)), 'utf8')

/** Those that do not end by themselves; `npm run first-hour` runs them. */
const goesOn = /^npx merch webhooks /

/** What the README's words stand for, in a terminal whose account has demo data and a provider, beside a server. */
const standsFor = async ({ ok, file, folder }: ReturnType<typeof terminal>) => {
  await ok('seed', 'demo')
  const database = new DatabaseSync(file, { readOnly: true })
  const idOf = (sql: string) => String(database.prepare(sql).get()?.id)
  const account = idOf('select id from accounts')
  const campaign = idOf(`select id from campaigns where status = 'Active'`)
  const order = idOf(`select id from orders where status = 'AWAITING_SHIPMENT'`)
  database.close()
  const { access } = await startShipStation()
  const { port, hostname } = new URL((await testServer({ demo: false })).url)
  Object.assign(process.env, {
    ...{ HOST: hostname, PORT: port },
    ...{ PROVIDER_URL: access.url, PROVIDER_KEY: access.key, PROVIDER_SECRET: access.secret },
    ...{ PROVIDER_ACCOUNT: account, PROVIDER_CAMPAIGN: campaign },
  })
  const [, csv = ''] = /```csv\n(.*?)```/s.exec(readme) ?? []
  writeFileSync(join(folder, 'orders.csv'), csv)
  const keys = await ok('keys', 'list', '--account', account)
  return new Map([
    ['ID', account],
    ['KEY_ID', keys.slice(0, keys.indexOf('\t'))],
    ['CAMPAIGN_ID', campaign],
    ['ORDER_ID', order],
    ['orders.csv', join(folder, 'orders.csv')],
    ['/backups/merch.db', join(folder, 'backup.db')],
  ])
}

test('the README’s commands can be pasted one after the other', async () => {
  const at = terminal()
  const known = await standsFor(at)
  const lines = shellLines('README.md').filter(
    (line) => line.startsWith('npx merch ') && !goesOn.test(line),
  )
  expect(lines.length).toBeGreaterThan(15)
  for (const line of lines) {
    const args = wordsOf(line)
      .slice(2)
      .map((word) => known.get(word) ?? word)
    expect(await at.merch(...args), line).toMatchObject({ status: 0 })
  }
})

const mentioned = [...readme.matchAll(/`npx (merch(?: [a-z]+)*)/g)].map(
  ([, command = '']) => command,
)

test.each([...new Set(mentioned)])('what is called %s is there', async (command) => {
  const usage = await terminal().ok(...command.split(' ').slice(1), '--help')
  expect(usage).toContain(`USAGE ${command}`)
})
