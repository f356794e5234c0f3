import { outcomeProblem } from './check-outcome.ts'
import { attacksOf } from './generators/all.ts'
import { runAttack } from './run-attack.ts'
import { setUp } from './setup.ts'

/** Runs one attack of a seed on a new server, and prints the attack and its outcome. */
export const replayAttack = async (
  seed: number,
  index: number,
  say: (line: string) => void,
): Promise<string[]> => {
  const { attacked, end } = await setUp()
  const attack = attacksOf(attacked, seed)(index)
  say(`${attack.name}; expected ${JSON.stringify(attack.expected)}`)
  for (const step of attack.steps) say(JSON.stringify(step))
  const outcome = await runAttack(attacked.port, attack)
  for (const { status, headers, text } of outcome.responses)
    say(`${status} ${JSON.stringify(headers)}\n${text}`)
  const { rest, closed, milliseconds } = outcome
  say(
    `${closed ? 'closed by the server' : 'closed by the client'} after ${milliseconds.toFixed()} ms; latencies2 ${JSON.stringify(rest)}`,
  )
  const problem = outcomeProblem(attack, outcome)
  return [...(problem ? [problem] : []), ...(await end())]
}
