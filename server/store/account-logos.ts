import type { AccountId } from '../domain/ids.ts'
import { everyAccountStatement, statement } from './statement.ts'
import type { Reader, Transaction } from './store.ts'

type Logo = { account: AccountId; file: string; content: string }

const put = statement<Logo>()((db, slot) =>
  db
    .insertInto('account_logos')
    .values({ account_id: slot('account'), file: slot('file'), content: slot('content') })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet({ file: slot('file'), content: slot('content') }),
    ),
)

/**
 * Sets the logo of an account.
 * @param file the name in the URL of the logo. It identifies the content.
 */
export const setLogo = async (
  transaction: Transaction,
  account: AccountId,
  file: string,
  bytes: Buffer,
): Promise<void> => {
  await transaction.run(put, { account, file, content: bytes.toString('base64') })
}

const remove = statement<{ account: AccountId }>()((db, slot) =>
  db.deleteFrom('account_logos').where('account_id', '=', slot('account')),
)

/** Removes the logo of an account. Returns false if it has none. */
export const removeLogo = async (transaction: Transaction, account: AccountId): Promise<boolean> =>
  (await transaction.run(remove, { account })) > 0

/** Logos are public, and accounts may share one. */
const byFile = everyAccountStatement<{ file: string }>()((db, slot) =>
  db.selectFrom('account_logos').where('file', '=', slot('file')).select('content').limit(1),
)

/** Returns the content of a logo, or undefined. */
export const findLogo = async (reader: Reader, file: string): Promise<Buffer | undefined> => {
  const row = await reader.first(byFile, { file })
  return row && Buffer.from(row.content, 'base64')
}
