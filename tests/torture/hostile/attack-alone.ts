import { carryOut } from './carry-out.ts'
import { attacksOf } from './generators/all.ts'
import { problemOfOutcome } from './judge.ts'
import { setScene } from './scene.ts'

/** Carries out one attack of a seed, on a server of its own, and prints it and what comes of it. */
export const attackAlone = async (
  seed: number,
  index: number,
  say: (line: string) => void,
): Promise<string[]> => {
  const { world, end } = await setScene()
  const attack = attacksOf(world, seed)(index)
  say(`${attack.name}; due ${JSON.stringify(attack.due)}`)
  for (const step of attack.steps) say(JSON.stringify(step))
  const outcome = await carryOut(world.port, attack)
  for (const { status, headers, text } of outcome.answers)
    say(`${status} ${JSON.stringify(headers)}\n${text}`)
  const { rest, hungUp, milliseconds } = outcome
  say(
    `${hungUp ? 'hung up on' : 'left'} after ${milliseconds.toFixed()} ms; besides ${JSON.stringify(rest)}`,
  )
  const problem = problemOfOutcome(attack, outcome)
  return [...(problem ? [problem] : []), ...(await end())]
}
