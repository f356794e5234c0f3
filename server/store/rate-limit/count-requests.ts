import { ofAllAccounts } from '../statement.ts'
import type { Reader } from '../store.ts'

/** Returns the number of an address's requests after a second, and the second of the oldest. For the operator. */
export const countRequests = (reader: Reader, address: string, after: number) =>
  reader.first<{ used: number; oldest: number | null }>(ofAllAccounts`
    select cast(coalesce(sum(requests), 0) as integer) as used, min(second) as oldest
    from request_log where address = ${address} and second > ${after}`)
