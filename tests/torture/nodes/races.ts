import { equal } from 'node:assert/strict'
import { newOrder } from '../../../testkit/request-bodies.ts'
import { portalSession, revocation } from './access-races.ts'
import { askAt } from './ask.ts'
import type { Nodes } from './nodes.ts'
import { cancelOrShip, doubleRedemption, lastUnit, sameImport } from './order-races.ts'
import type { Race, Racing } from './racing.ts'
import { rotation } from './rotation-race.ts'

const races: Record<string, Race> = {
  'the last unit': lastUnit,
  'double redemption': doubleRedemption,
  'cancel against ship': cancelOrShip,
  'the same import twice': sameImport,
  'revoked key and deactivated account': revocation,
  'sign-in link': portalSession,
  'secret rotation against deliveries': rotation,
}

/** Order numbers of the shop are unique. */
const checkNumbers = async ({ query, shop }: Nodes): Promise<void> => {
  const [numbers] = await query(`
    select count(distinct order_number)::int as distinct, count(*)::int as all
    from orders where account_id = '${shop.account}'`)
  equal(numbers?.distinct, numbers?.all)
}

/** Runs each race so many times. Returns problems. */
export const runRaces = async (
  nodes: Nodes,
  rounds: number,
  say: (line: string) => void,
): Promise<string[]> => {
  const [first, second] = nodes.nodes
  const { key, campaign } = nodes.shop
  const racing: Racing = {
    ...nodes,
    asks: [askAt(first.url, key), askAt(second.url, key)],
    place: (ask, sku) =>
      ask({ method: 'POST', path: '/v1/orders/create', json: newOrder(campaign, sku) }),
  }
  const problems: string[] = []
  const attempt = async (what: string, run: () => Promise<void>) => {
    try {
      await run()
    } catch (error) {
      problems.push(`${what}: ${error instanceof Error ? error.message : error}`)
    }
  }
  for (const [name, prepare] of Object.entries(races)) {
    const start = performance.now()
    const { round, end } = await prepare(racing)
    const before = problems.length
    for (let i = 0; i < rounds; i++) await attempt(`${name}, round ${i + 1}`, () => round(i))
    await attempt(name, async () => end?.())
    const seconds = (performance.now() - start) / 1000
    say(
      `race: ${name}: ${rounds} rounds, ${problems.length - before} wrong, ${seconds.toFixed(1)} s`,
    )
  }
  await attempt('order numbers', () => checkNumbers(nodes))
  return problems.slice(0, 20)
}
