import { createHash } from 'node:crypto'
import type { AccountId } from '../domain/ids.ts'
import type { CheckedLogo } from '../domain/logo/logo.ts'
import { setLogo } from '../store/account-logos.ts'
import type { Transaction } from '../store/store.ts'

/** Sets the logo of an account. Its file name contains a hash of the content, so it can be cached without end. */
export const setAccountLogo = (
  transaction: Transaction,
  account: AccountId,
  { extension, bytes }: Extract<CheckedLogo, { bytes: Buffer }>,
): Promise<void> => {
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
  return setLogo(transaction, account, `${hash}.${extension}`, bytes)
}
