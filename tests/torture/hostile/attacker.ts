import { setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { z } from 'zod'
import { type Attack, isSlow } from './attack.ts'
import { carryOut } from './carry-out.ts'
import { attacksOf } from './generators/all.ts'
import { problemOfOutcome } from './judge.ts'
import { Orders, type Report } from './orders.ts'

/** How many attacks are under way at once: those that are over soon, and those that take their time. */
const together = { quick: 16, slow: 400 }

/** How many problems are told in full. */
const mostTold = 20

/** So many at a time: answers once there is room for one more. */
const lane = (most: number) => {
  const under = new Set<Promise<void>>()
  return {
    add: async (work: () => Promise<void>): Promise<void> => {
      const doing: Promise<void> = work().finally(() => under.delete(doing))
      under.add(doing)
      if (under.size >= most) await Promise.race(under)
    },
    empty: async () => {
      await Promise.all(under)
    },
  }
}

const run = async ({ world, seed, count, longest }: z.output<typeof Orders>): Promise<void> => {
  const report: Report = { done: 0, isQuickOver: false, isOver: false, kinds: {}, problems: [] }
  const attackOf = attacksOf(world, seed)
  const attack = async (index: number, given: Attack) => {
    const outcome = await carryOut(world.port, given, longest ?? undefined)
    const kind = report.kinds[given.name] ?? { attacks: 0, answers: [0, 0, 0, 0, 0] }
    report.kinds[given.name] = kind
    kind.attacks++
    for (const { status } of outcome.answers) {
      const hundreds = Math.floor(status / 100) - 1
      kind.answers[hundreds] = (kind.answers[hundreds] ?? 0) + 1
    }
    report.done++
    const problem = problemOfOutcome(given, outcome)
    if (problem && report.problems.length < mostTold)
      report.problems.push(`${given.name} (--seed ${seed} --only ${index}): ${problem}`)
  }
  const tell = () => process.send?.(report)
  const telling = setInterval(tell, 500)
  const [quick, slow] = [lane(together.quick), lane(together.slow)]
  for (let index = 0; index < count; index++) {
    const given = attackOf(index)
    await (isSlow(given) ? slow : quick).add(() => attack(index, given))
    // What is made at once is no reason to leave answers unread.
    if (index % 50 === 0) await sleep(0)
  }
  await quick.empty()
  report.isQuickOver = true
  tell()
  await slow.empty()
  report.isOver = true
  clearInterval(telling)
  tell()
}

/**
 * The attackers as a process of their own, which does what it is told until nobody tells it, with the least claim to the machine: who is measured beside
 * them waits for the server, not for them.
 */
setPriority(19)
process.on('message', (message) => {
  void run(Orders.parse(message))
})
