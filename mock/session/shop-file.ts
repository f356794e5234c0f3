import { readFileSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { withoutEvents } from '../../server/actions/actions.ts'
import { applyShop } from '../../server/actions/apply-shop.ts'
import { timestamp } from '../../server/domain/clock.ts'
import { type AccountId, newId } from '../../server/domain/ids.ts'
import { emptyShop, startPlan } from '../../server/domain/shop-plan.ts'
import { readShopFile } from '../../server/imports/shop-file.ts'
import { insertAccount } from '../../server/store/accounts.ts'
import type { Transaction } from '../../server/store/store.ts'
import { InvalidRequest } from '../responses/choose-reply.ts'

/** Creates and fills an account. Returns its id. */
export type Fill = (transaction: Transaction, now: number) => Promise<AccountId>

/** Returns whether a scenario is the path of a shop file rather than a name. */
export const isShopFile = (scenario: string): boolean => /\.(ya?ml|json)$/i.test(scenario)

/**
 * Reads a shop file, the format of `merch apply`.
 * @returns a function that fills an account with it.
 * @throws {InvalidRequest} with a line for each error: `file:line:column: expectation`.
 */
export const readShop = async (path: string): Promise<Fill> => {
  const problems: string[] = []
  const { add, finish } = startPlan(emptyShop, problems)
  const source = { name: basename(path), bytes: read(path), folder: dirname(resolve(path)) }
  await readShopFile(source, add, problems)
  if (problems.length > 0) throw new InvalidRequest(problems.join('\n'))
  const plan = finish()
  return async (transaction, now) => {
    const id = newId('acc')
    const createdAt = timestamp(now)
    await insertAccount(transaction, { id, name: 'Demo', createdAt, email: 'demo@example.com' })
    await applyShop(withoutEvents(transaction), id, plan, now)
    return id
  }
}

function read(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    const reason = error instanceof Error ? error.message : ''
    throw new InvalidRequest(`Cannot read the scenario ${path}: ${reason}`)
  }
}
