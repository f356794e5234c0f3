import { setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { z } from 'zod'
import { type Attack, isSlow } from './attack.ts'
import { outcomeProblem } from './check-outcome.ts'
import { attacksOf } from './generators/all.ts'
import { Instructions, type Report } from './messages.ts'
import { runAttack } from './run-attack.ts'

/** How many attacks run at once. */
const concurrency = { quick: 16, slow: 400 }

/** How many problems are reported in full. */
const maxReported = 20

/** Limits how many tasks run at once: `add` resolves once there is room for one more. */
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

const run = async ({
  attacked,
  seed,
  count,
  longest,
}: z.output<typeof Instructions>): Promise<void> => {
  const report: Report = { done: 0, isQuickOver: false, isOver: false, kinds: {}, problems: [] }
  const attackOf = attacksOf(attacked, seed)
  const attack = async (index: number, given: Attack) => {
    const outcome = await runAttack(attacked.port, given, longest ?? undefined)
    const kind = report.kinds[given.name] ?? { attacks: 0, responses: [0, 0, 0, 0, 0] }
    report.kinds[given.name] = kind
    kind.attacks++
    for (const { status } of outcome.responses) {
      const hundreds = Math.floor(status / 100) - 1
      kind.responses[hundreds] = (kind.responses[hundreds] ?? 0) + 1
    }
    report.done++
    const problem = outcomeProblem(given, outcome)
    if (problem && report.problems.length < maxReported)
      report.problems.push(`${given.name} (--seed ${seed} --only ${index}): ${problem}`)
  }
  const tell = () => process.send?.(report)
  const telling = setInterval(tell, 500)
  const [quick, slow] = [lane(concurrency.quick), lane(concurrency.slow)]
  for (let index = 0; index < count; index++) {
    const given = attackOf(index)
    await (isSlow(given) ? slow : quick).add(() => attack(index, given))
    // Generating attacks must not delay reading responses.
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

// The lowest priority: the well-behaved client must wait for the server, not for the attackers.
setPriority(19)
process.on('message', (message) => {
  void run(Instructions.parse(message))
})
