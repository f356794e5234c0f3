import { publicKey } from '../server/domain/api-key.ts'

/** Keys that the mock always has, by what becomes of a request with them. They are no secret. */
export const demoKeys = {
  /** An account full of demo data. */
  demo: publicKey('demo'),
  /** Another account: it sees nothing of the first. */
  other: publicKey('other'),
  /** An account that has nothing. */
  empty: publicKey('empty'),
  revoked: publicKey('revoked'),
  deactivated: publicKey('deactivated'),
  /** Well-formed, and never issued. */
  unissued: publicKey('unissued'),
} as const
