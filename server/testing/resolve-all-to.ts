import { isIP } from 'node:net'
import type { Lookup } from '../events/egress/names.ts'

/** Knows every name by some addresses. */
export const resolveAllTo =
  (...addresses: string[]): Lookup =>
  async () =>
    addresses.map((address) => ({ address, family: isIP(address) }))
