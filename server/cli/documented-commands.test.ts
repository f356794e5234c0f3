import { globSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test, vi } from 'vitest'
import { read, root } from '../../tests/kit/project.ts'
import { startFakeShipStation } from '../../tests/kit/server/fake-shipstation.ts'
import { terminal } from '../../tests/kit/server/terminal.ts'
import { testServer } from '../../tests/kit/server/test-server.ts'
import { shellLines, wordsOf } from '../../tests/kit/shell-lines.ts'

const documents = ['README.md', ...globSync('docs/*.md', { cwd: root })]

/** Commands that run until Ctrl-C, or need Citus. */
const needsMore = /^npx merch (webhooks|distribute)\b/

/** The `npx merch` lines of a document's shell blocks. */
const commandsOf = (document: string) =>
  shellLines(document).filter((line) => line.startsWith('npx merch ') && !needsMore.test(line))

/** Maps the documents' placeholders to values that exist: demo data, a provider and a running server. */
const placeholders = async ({ ok, file, folder }: ReturnType<typeof terminal>) => {
  await ok('seed', 'demo')
  const database = new DatabaseSync(file, { readOnly: true })
  const idOf = (sql: string) => String(database.prepare(sql).get()?.id)
  const account = idOf('select id from accounts')
  const campaign = idOf(`select id from campaigns where status = 'Active'`)
  const waiting = `select id from orders where status = 'AWAITING_SHIPMENT'`
  const [order, shipped] = [idOf(waiting), idOf(`${waiting} order by seq desc`)]
  database.close()
  const { settings } = await startFakeShipStation()
  const { port, hostname } = new URL((await testServer({ demo: false })).url)
  Object.assign(process.env, { HOST: hostname, PORT: port, ...settings(account, campaign) })
  const [, csv = ''] = /```csv\n(.*?)```/s.exec(read('docs/importing.md')) ?? []
  writeFileSync(join(folder, 'orders.csv'), csv)
  writeFileSync(join(folder, 'people.csv'), 'email\nsam@example.com\n')
  const shipment = `order,carrierCode,trackingNumber\n${shipped},ups,1Z1\n`
  writeFileSync(join(folder, 'shipments.csv'), shipment)
  writeFileSync(join(folder, 'delivered.csv'), 'trackingNumber\n1Z1\n')
  writeFileSync(`${file}.erasures`, '')
  const keys = await ok('keys', 'list', '--account', account)
  return new Map([
    ['ID', account],
    ['KEY_ID', keys.slice(0, keys.indexOf('\t'))],
    ['CAMPAIGN_ID', campaign],
    ['ORDER_ID', order],
    ['$ACCOUNT', account],
    ['orders.csv', join(folder, 'orders.csv')],
    ['people.csv', join(folder, 'people.csv')],
    ['shipments.csv', join(folder, 'shipments.csv')],
    ['delivered.csv', join(folder, 'delivered.csv')],
    ['EMAIL', 'maya.lindqvist@example.com'],
    ['/backups/merch.db', join(folder, 'backup.db')],
    ['/backups/merch.db.erasures', `${file}.erasures`],
    ['/tmp/copy.db', join(folder, 'copy-of-production.db')],
    ['file:data/merch.db', `file:${file}`],
    ['postgres://merch@db.example.com/merch', `file:${join(folder, 'copy.db')}`],
  ])
}

const withCommands = documents.filter((document) => commandsOf(document).length > 0)

test.each(withCommands)('the commands of %s succeed one after the other', async (document) => {
  const at = terminal()
  const values = await placeholders(at)
  for (const line of commandsOf(document)) {
    const [command = '', target] = line.split(' > ')
    const args = wordsOf(command)
      .slice(2)
      .map((word) => values.get(word) ?? word)
    const result = await at.merch(...args)
    expect(result, line).toMatchObject({ status: 0 })
    if (target !== undefined) values.set(target, at.write(target, result.stdout))
  }
})

test('the documents have commands to run', () => {
  expect(withCommands).toEqual(expect.arrayContaining(['docs/cli.md', 'docs/importing.md']))
  expect(commandsOf('docs/cli.md').length).toBeGreaterThan(15)
})

/** Returns the documented month: its files by name, and its days with their commands and output. */
const documentedMonth = () => {
  const [section = ''] = /^### A month$.*?^### /ms.exec(read('docs/operating.md')) ?? []
  const files = [...section.matchAll(/^`([\w.]+)`.*:\n\n```\w+\n((?:.|\n)*?)^```$/gm)]
  const [, block = ''] = /^```console\n(.*?)^```$/ms.exec(section) ?? []
  const days = block
    .split(/^# /m)
    .slice(1)
    .map((text) => {
      const [title = '', ...commands] = text.split(/^\$ npx merch /m)
      const runs = commands.map((command) => {
        const [line = '', ...output] = command.trimEnd().split('\n')
        return { line, output: output.join('\n') }
      })
      return { time: Date.parse(`${title.split(':')[0]} 2026 09:00Z`), runs }
    })
  return { files: files.map(([, name = '', text = '']) => ({ name, text })), days }
}

test('the month of the documentation is what its commands print', async () => {
  onTestFinished(() => void vi.useRealTimers())
  const { merch, write } = terminal()
  const { files, days } = documentedMonth()
  const words = new Map(files.map(({ name, text }) => [name, write(name, text)]))
  for (const { time, runs } of days) {
    vi.useFakeTimers({ toFake: ['Date'], now: time })
    for (const { line, output } of runs) {
      const [command = '', target] = line.split(' > ')
      const { stdout, stderr } = await merch(
        ...wordsOf(command).map((word) => words.get(word) ?? word),
      )
      const text = target === undefined ? stdout + stderr : stderr
      const printed = text
        .trimEnd()
        .replaceAll(/(?<=acc_|cmp_|ord_|inv_|\/i\/|command )[\w-]+/g, '…')
      expect(printed.split('\n').toSorted(), line).toEqual(output.split('\n').toSorted())
    }
  }
}, 120_000)
