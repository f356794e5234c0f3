import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { findInconsistencies } from '../kit/server/find-inconsistencies.ts'
import { must } from './violation.ts'
import type { SqliteFaults } from './world/sqlite-faults.ts'

/** Temporary files, in memory where the system has such a folder. */
export const temporaryFolder = (): string =>
  mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'merch-simulation-'))

const State = z.object({
  status: z.string(),
  /** The fields of a webhook subscription. */
  url: z.string().optional(),
  events: z.array(z.string()).optional(),
  active: z.preprocess((flag) => Boolean(flag), z.boolean()).optional(),
})

/** What changes of a record. */
export type State = z.output<typeof State>

const Row = z.object({
  kind: z.enum(['order', 'contact', 'invite', 'webhook']),
  id: z.string(),
  account: z.string(),
  marker: z.string(),
  number: z.string(),
  secret: z.string(),
  state: z.preprocess((json) => JSON.parse(String(json)), State),
})

/** A row that a request created, as the database has it. */
export type Row = z.output<typeof Row>

const stored = `json_object('status', 'stored')`

/** The marker of the request that created a subscription is the path of its URL. */
const markerOf = (url: string) => `substr(${url}, 9 + instr(substr(${url}, 9), '/'))`

const selectRows = `
  select 'order' as kind, id, account_id as account, notes as marker, "orderNumber" as number,
    '' as secret, json_object('status', status) as state from orders
  union all select 'contact', id, account_id, "companyName", '', '', ${stored} from contacts
  union all select 'invite', id, account_id, "companyName", "inviteNumber", '', ${stored} from invites
  union all select 'webhook', id, account_id, ${markerOf('url')}, '', secret,
    json_object('status', 'stored', 'url', url, 'events', json(events), 'active', active = 1)
    from webhooks where url not like '%silent%'`

/** Items with less stock than orders need. Only an order of a campaign that allows backorders may cause that. */
const selectOversold = `
  select sku, on_hand, allocated from inventory_items as item
  where on_hand < 0 or on_hand < allocated and not exists (
    select 1 from orders, json_each(products) as line
    where orders.account_id = item.account_id and warehouse = item.warehouse_id
      and "allocationStatus" = 'BACKORDERED' and line.value ->> 'sku' = item.sku)`

const Queued = z.object({
  marker: z.string(),
  key: z.string(),
  isClaimed: z.preprocess(Boolean, z.boolean()),
})

/** A delivery in the queue: whether it is in progress, the marker of its subscription, and the subscription, event and order or invite. */
export type Queued = z.output<typeof Queued>

const selectQueued = `
  select server is not null as isClaimed, marker, marker || ' ' || event || ' ' || coalesce(body ->> '$.data.orderId', body ->> '$.data.inviteId', '') as key
  from delivery_queue join (
    select id as webhook_id, ${markerOf('url')} as marker from webhooks where url not like '%silent%'
  ) using (webhook_id)`

/** The database of a run, a copy of a file. The run's own statements meet no faults. */
export class RunDatabase {
  readonly #folder = temporaryFolder()
  readonly #template: string
  readonly #faults: SqliteFaults
  #lives = 0
  #reader: DatabaseSync | undefined

  constructor(template: string, faults: SqliteFaults) {
    this.#faults = faults
    this.#template = template
    this.#copy(template)
  }

  get file(): string {
    return join(this.#folder, String(this.#lives), 'simulated.db')
  }

  /** Keeps the data as it is now, because the process is killed. The copies are the next life's files. */
  kill(): void {
    const { file } = this
    this.#lives++
    this.#copy(file)
  }

  /** Copies a backup over the open file. The next life has the data as it is now. */
  overwrite(): void {
    const { file } = this
    this.closeReader()
    this.kill()
    // A backup has no write-ahead log, and says so in two bytes.
    writeFileSync(file, readFileSync(this.#template).fill(1, 18, 20))
  }

  /** Returns the rows that requests created. Checks the laws that hold for them at any moment. @throws {Violation} */
  rows(): Row[] {
    const rows = this.#read(selectRows).map((row) => Row.parse(row))
    const seen = new Set<string>()
    for (const { kind, account, marker, number } of rows) {
      const isOwn = marker === '' || marker.startsWith(account)
      must(isOwn, 'accounts are apart', () => `${account} has ${marker}`)
      const isNew = marker === '' || !seen.has(`${kind} ${marker}`)
      must(isNew, 'a request has effect at most once', () => `two of ${kind} ${marker}`)
      const isUnique = number === '' || !seen.has(`${account} ${number}`)
      must(isUnique, 'order numbers are unique', () => `${account} has ${number} twice`)
      seen.add(`${kind} ${marker}`).add(`${account} ${number}`)
    }
    return rows
  }

  queued(): Queued[] {
    return this.#read(selectQueued).map((row) => Queued.parse(row))
  }

  /** Checks every invariant. It takes long. @throws {Violation} */
  checkInvariants(): void {
    const found = this.#faults.paused(() => findInconsistencies(this.file))
    must(found.length === 0, 'stock is the sum of its events', () => found.join('\n'))
    const [oversold] = this.#read(selectOversold)
    must(!oversold, 'only backorders exceed the stock', () => JSON.stringify(oversold))
  }

  /** Closes the connection that reads. Call it before the server closes or opens the files. */
  closeReader(): void {
    this.#faults.paused(() => this.#reader?.close())
    this.#reader = undefined
  }

  remove(): void {
    this.closeReader()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #read(sql: string): Record<string, unknown>[] {
    return this.#faults.paused(() => {
      this.#reader ??= new DatabaseSync(this.file, { readOnly: true, timeout: 5000 })
      return this.#reader.prepare(sql).all()
    })
  }

  #copy(from: string): void {
    mkdirSync(join(this.#folder, String(this.#lives)))
    for (const suffix of ['', '-wal'])
      if (existsSync(from + suffix)) copyFileSync(from + suffix, this.file + suffix)
  }
}
