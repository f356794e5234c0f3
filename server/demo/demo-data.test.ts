import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../testkit/temporary-folder.ts'
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts'
import { colors } from './pictures/colors.ts'
import { drawPicture } from './pictures/draw-picture.ts'
import { seedDemo } from './seed-demo.ts'

const digestOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 12)

/** Returns the rows of a database as text, table by table, without random ids and slugs. */
const tablesOf = (file: string): [table: string, rows: string][] => {
  const database = new DatabaseSync(file, { readOnly: true })
  const tables = database
    .prepare(`select name from sqlite_schema where sql like '%strict%' and type = 'table'`)
    .all()
    .map(({ name }) => String(name))
  const all = tables.map((table): [string, string] => {
    const rows = database.prepare(`select * from "${table}"`).all()
    const fixed = rows.map(({ slug, ...row }) => row)
    return [table, JSON.stringify(fixed).replaceAll(/[a-z]{3}_[0-9a-f]{32}/g, 'id')]
  })
  database.close()
  return all.filter(([, rows]) => rows !== '[]')
}

test('demo data and pictures are the same for everyone', async () => {
  const file = join(temporaryFolder(), 'demo.db')
  const store = await openSqliteStore(file)
  await store.write((transaction) => seedDemo(transaction, Date.parse('2027-01-02T03:04:05Z')))
  await store.close()
  const digests = tablesOf(file).map(([table, rows]) => `${table} ${digestOf(rows)}`)
  expect(digests).toMatchInlineSnapshot(`
    [
      "accounts 42240c6c77d8",
      "warehouses fea9f8a4c15f",
      "variants ae4f369c2a0d",
      "campaigns b3969ecedb03",
      "campaign_variants 51fe808e1320",
      "contacts 7aa857933279",
      "contact_tags 0a5e2901c970",
      "search_progress 1270ed1a6bb6",
      "invites 80f3039b3f4c",
      "orders e16ef37a3134",
      "inventory_items 6e45767571c3",
      "inventory_events 4b83fea99ec9",
      "redemptions 9e5c318f25a6",
      "request_clock f55ba67944d5",
    ]
  `)
  const shapes = ['tee', 'hoodie', 'beanie', 'socks', 'bottle', 'mug']
  const more = ['notebook', 'pen', 'box', 'tote', 'pins']
  const pictures = [...shapes, ...more].flatMap((shape) =>
    [...colors.keys()].map((color) => drawPicture(`${shape}-${color}.svg`)),
  )
  expect(digestOf(pictures)).toMatchInlineSnapshot(`"8f6c768d07e9"`)
})
