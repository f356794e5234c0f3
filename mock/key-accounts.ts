import { type AccountId, toId } from '../server/domain/ids.ts'
import { demoKeys } from './demo-keys.ts'

/** The accounts of the demo keys in a mock without a database. */
export const keyAccounts: ReadonlyMap<string, AccountId> = new Map([
  [demoKeys.demo, toId('acc', 'acc_demo')],
  [demoKeys.other, toId('acc', 'acc_other')],
  [demoKeys.empty, toId('acc', 'acc_empty')],
])
