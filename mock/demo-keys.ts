import { type AccountId, toId } from '../server/domain/ids.ts'

/**
 * The mock's fixed keys, by the result of a request with them. They are public. They are written out,
 * because a browser cannot compute their checksums.
 */
export const demoKeys = {
  /** An account with demo data. */
  demo: 'mfk_demo00000000000000000000000000000000000000000000000000000000000000000000000000000000002eQApM',
  /** Another account with demo data, separate from the first. */
  other:
    'mfk_other0000000000000000000000000000000000000000000000000000000000000000000000000000000001IJnZ3',
  /** An account without data. */
  empty:
    'mfk_empty0000000000000000000000000000000000000000000000000000000000000000000000000000000001KZOEs',
  revoked:
    'mfk_revoked00000000000000000000000000000000000000000000000000000000000000000000000000000001i2e5c',
  deactivated:
    'mfk_deactivated0000000000000000000000000000000000000000000000000000000000000000000000000001h605U',
  /** A well-formed key that was never issued. */
  unissued:
    'mfk_unissued0000000000000000000000000000000000000000000000000000000000000000000000000000000KAPYt',
} as const

/** The accounts of the demo keys in a mock without a database. */
export const keyAccounts: ReadonlyMap<string, AccountId> = new Map([
  [demoKeys.demo, toId('acc', 'acc_demo')],
  [demoKeys.other, toId('acc', 'acc_other')],
  [demoKeys.empty, toId('acc', 'acc_empty')],
])
