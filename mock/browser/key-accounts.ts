import { demoKeys } from '../demo-keys.ts'

/** The accounts of the demo keys in a mock without a database. */
export const keyAccounts: ReadonlyMap<string, string> = new Map([
  [demoKeys.demo, 'acc_demo'],
  [demoKeys.other, 'acc_other'],
  [demoKeys.empty, 'acc_empty'],
])
