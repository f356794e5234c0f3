import { constants, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { digest, lastFour } from '../../server/domain/api-key.ts'
import { timestamp } from '../../server/domain/clock.ts'
import { type AccountId, newId } from '../../server/domain/ids.ts'
import {
  insertAccount,
  insertApiKey,
  revokeApiKey,
  setDeactivated,
} from '../../server/store/accounts.ts'
import { backUp } from '../../server/store/copies/backup.ts'
import { openSqliteStore } from '../../server/store/sqlite.ts'
import type { Store, Transaction } from '../../server/store/store.ts'
import { demoKeys } from '../demo-keys.ts'
import { InvalidRequest } from '../responses/choose-reply.ts'
import { type Fill, fillOf, scenarios } from './scenarios.ts'
import { withIds } from './stable-ids.ts'

export type Database = {
  store: Store
  /** The account of the demo key. */
  account: AccountId
  remove(): Promise<void>
  /** Keeps its data as it is. Returns a function that opens a copy. */
  keep(): Promise<() => Promise<Database>>
}

/**
 * Creates a database with the data of a scenario. It is a copy of one that the process has filled before, which
 * takes a fifth of the time.
 * @param scenario a name, or the path of a shop file.
 * @param time the time at which the clock stands, if it does.
 */
export const createDatabase = async (
  scenario: string,
  now: number,
  time?: number,
): Promise<Database> => {
  const { file, account } = await templateOf(scenario, now, time)
  return open(account, (copy) => copyFileSync(file, copy, constants.COPYFILE_FICLONE))
}

async function open(account: AccountId, write: (file: string) => void): Promise<Database> {
  const file = newFile()
  write(file)
  const store = await openSqliteStore(file, { temporary: true })
  opened.add(file)
  return {
    store,
    account,
    remove: async () => {
      await store.close()
      removeFile(file)
      opened.delete(file)
    },
    keep: async () => {
      const to = newFile()
      await backUp(file, to)
      const bytes = readFileSync(to)
      removeFile(to)
      return () => open(account, (copy) => writeFileSync(copy, bytes))
    },
  }
}

const opened = new Set<string>()

export const openDatabases = (): number => opened.size

type Template = { file: string; account: AccountId }

const templates = new Map<string, { madeAt: number; template: Promise<Template> }>()

/** The data of a scenario has times relative to now, so templates are made again after this time. */
const maxAgeMilliseconds = 10 * 60_000

function templateOf(scenario: string, now: number, time?: number): Promise<Template> {
  const key = `${time} ${scenario}`
  const known = templates.get(key)
  if (known && now >= known.madeAt && now - known.madeAt < maxAgeMilliseconds) return known.template
  known?.template.then(
    ({ file }) => removeFile(file),
    () => {},
  )
  const template = withIds({ seed: '', next: 0 }, () => makeTemplate(scenario, now))
  templates.set(key, { madeAt: now, template })
  template.catch(() => templates.delete(key))
  return template
}

async function makeTemplate(scenario: string, now: number): Promise<Template> {
  const fill = await fillOf(scenario)
  const file = newFile()
  const store = await openSqliteStore(file, { temporary: true })
  try {
    return { file, account: await store.write((each) => fillAccounts(each, fill, now)) }
  } finally {
    await store.close()
  }
}

/** Fills the account of the demo key, and those of the other keys. Returns the first. */
export async function fillAccounts(transaction: Transaction, fill: Fill, now: number) {
  const account = await fill(transaction, now)
  await addKey(transaction, account, 'demo')
  await addKey(transaction, await scenarios.demo.fill(transaction, now), 'other')
  await addKey(transaction, await addAccount(transaction, 'Empty'), 'empty')
  await revokeApiKey(transaction, await addKey(transaction, account, 'revoked'), timestamp(now))
  const deactivated = await addAccount(transaction, 'Deactivated')
  await addKey(transaction, deactivated, 'deactivated')
  await setDeactivated(transaction, deactivated, timestamp(now))
  return account
}

async function addKey(transaction: Transaction, account: AccountId, name: keyof typeof demoKeys) {
  const id = newId('key')
  const key = demoKeys[name]
  const createdAt = timestamp(0)
  const parts = { digest: digest(key), lastFour: lastFour(key) }
  await insertApiKey(transaction, { id, account, name, ...parts, createdAt })
  return id
}

async function addAccount(transaction: Transaction, name: string): Promise<AccountId> {
  const id = newId('acc')
  await insertAccount(transaction, { id, name, createdAt: timestamp(0) })
  return id
}

let folder: string | undefined
let files = 0

/** Returns the path of a new file in a folder that is removed when the process exits. */
function newFile(): string {
  folder ??= makeFolder()
  return join(folder, `${++files}.db`)
}

/** @throws {InvalidRequest} if the folder for temporary files cannot be written. */
function makeFolder(): string {
  try {
    const made = mkdtempSync(join(tmpdir(), 'merch-mock-'))
    process.once('exit', () => rmSync(made, { recursive: true, force: true }))
    return made
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new InvalidRequest(
      `Cannot keep data: ${reason}. Set TMPDIR to a folder that can be written.`,
    )
  }
}

function removeFile(file: string): void {
  for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true })
}
