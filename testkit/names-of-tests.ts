import promises from 'node:dns/promises'
import { syncBuiltinESMExports } from 'node:module'

/**
 * Loaded before a program (`node --import`), has names under `.test` lead to this machine, as a hosts
 * file would: RFC 2606 keeps them for this.
 */
const { lookup } = promises
Object.assign(promises, {
  lookup: (...args: Parameters<typeof lookup>) =>
    args[0].endsWith('.test') ? [{ address: '127.0.0.1', family: 4 }] : lookup(...args),
})
syncBuiltinESMExports()
