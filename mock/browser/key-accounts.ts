import { demoKeys } from '../demo-keys.ts'

/** The accounts that demo keys open where nothing is stored. */
export const keyAccounts: ReadonlyMap<string, string> = new Map([
  [demoKeys.demo, 'acc_demo'],
  [demoKeys.other, 'acc_other'],
  [demoKeys.empty, 'acc_empty'],
])
