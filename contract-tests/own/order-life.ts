import { changeOrder, type OrderChange } from '../../mock/session/change-order.ts'
import type { Actions } from '../../server/actions/actions.ts'
import type { AccountId } from '../../server/domain/ids.ts'
import { isRejection } from '../../server/domain/rejection.ts'

type Server = { actions: Actions; time: { now: number } }

export const orderLife = ({ actions, time }: Server, account: AccountId) => {
  const life = (change: OrderChange) => async (id: string) => {
    const changed = await changeOrder(actions, account, id, change, time.now)
    if (isRejection(changed)) throw new Error(`The change was rejected: ${changed.rejected}`)
  }
  return { ship: life('ship'), deliver: life('deliver'), returnOrder: life('return') }
}
