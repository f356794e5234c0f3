import { type Clients, checkAnswered, longestWait, observer } from './clients.ts'
import type { OrderChanges } from './order-changes.ts'
import type { RunContext } from './run-context.ts'
import { operations } from './steps.ts'
import { must } from './violation.ts'

/** Waits without faults until everything has its response, and every delivery has arrived. */
export const settle = async (
  context: RunContext,
  clients: Clients,
  orderChanges: OrderChanges,
): Promise<void> => {
  const { world, laws, template } = context
  world.faults.clear()
  world.mail.behaviour = 'written'
  const isIdle = () => clients.waiting.length + orderChanges.size === 0
  await context.run(longestWait, isIdle)
  for (const exchange of clients.waiting) checkAnswered(exchange)
  // The server looks for waiting deliveries every 5 seconds.
  await context.run(7000)
  await laws.check()
  for (const { name } of template.accounts) await laws.checkQueue(name)
  await laws.checkDatabase()
}

/** Checks that every operation that needs nothing works again. */
export const checkRecovery = async (context: RunContext, clients: Clients): Promise<void> => {
  const { laws, template, world } = context
  const [account] = template.accounts
  const needsNothing = /^(check|list|create(Contact|Invite|Order))/
  for (const operation of operations.filter((name) => needsNothing.test(name))) {
    // Within the rate limit.
    await context.run(1500)
    const exchange = account && clients.send(observer, account, { operation, n: 2, m: 2 })
    await context.run(longestWait, () => exchange?.received !== undefined)
    const status = exchange?.received?.status ?? 0
    const isRefused = operation === 'createOrder' && status === 400
    must(
      isRefused || Math.floor(status / 100) === 2,
      'the server recovers',
      () => `${operation} is ${status} at the end`,
    )
  }
  const ready = await world.time.until(clients.get('/readyz'))
  must(ready === 200, 'the server recovers', () => `/readyz is ${ready} at the end`)
  await laws.check()
}
