import { isIP } from 'node:net'
import type { Lookup } from '../events/egress.ts'

/** Returns a DNS lookup that resolves every name to the addresses. */
export const resolveAllTo =
  (...addresses: string[]): Lookup =>
  async () =>
    addresses.map((address) => ({ address, family: isIP(address) }))
