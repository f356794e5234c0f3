import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { erasePerson } from '../actions/erase-person.ts'
import type { Config } from '../config.ts'
import { messageOf } from '../deliveries/attempt-delivery.ts'
import { systemClock } from '../domain/clock.ts'
import { type AccountId, toId } from '../domain/ids.ts'
import { findEmails } from '../store/people.ts'
import type { Store } from '../store/store.ts'
import { commandActor, fail } from './command.ts'

/**
 * The list of erasures: a line for each, with the account and the IDs of the contacts, invites and orders. So it holds
 * nothing of the people, and finds them in an older backup.
 */
export const erasuresOf = ({ databaseFile }: Config): string => `${databaseFile}.erasures`

/** Adds an erasure to the list of a SQLite database. */
export const noteErasure = (config: Config, account: AccountId, ids: readonly string[]): void => {
  const file = erasuresOf(config)
  const line = `${[account, ...ids].join(' ')}\n`
  try {
    writeFileSync(file, line, { flag: 'a', mode: 0o600, flush: true })
  } catch (error) {
    fail(`${file} cannot be written, so nothing was erased: ${messageOf(error)}`)
  }
}

/** Reads a list of erasures. @throws {CommandFailure} if it is no such list. */
export const readErasures = (file: string): string[][] => {
  if (!existsSync(file))
    fail(
      `There is no list of erasures ${file}. Name the newest one with --erasures FILE, or add --no-erasures if nobody was erased since the backup.`,
    )
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  const wrong = lines.findIndex((line) => !/^acc_\w+( (con|inv|ord)_\w+)+$/.test(line))
  if (wrong >= 0) fail(`${file}:${wrong + 1}: this line is no erasure. Remove or correct it.`)
  return lines.map((line) => line.split(' '))
}

/** Erases the people of a list whom a database still holds. Returns the number of addresses. */
export const eraseAgain = async (
  store: Store,
  erasures: readonly (readonly string[])[],
): Promise<number> => {
  let erased = 0
  for (const [given = '', ...ids] of erasures) {
    const account = toId('acc', given)
    for (const email of await findEmails(store, account, ids)) {
      await store.write((transaction) =>
        erasePerson(transaction, account, email, systemClock(), commandActor()),
      )
      erased++
    }
  }
  return erased
}
