import fc from 'fast-check'
import { type Attack, type Step, send, type World } from '../attack.ts'
import { bodyBombs, formBombs } from './bodies.ts'
import {
  headerAvalanches,
  headerShapes,
  noise,
  requestAvalanches,
  requestLines,
} from './malformed.ts'
import { slow } from './slow.ts'
import { brokenRests, hiddenRequests, smuggling, trailingGarbage } from './smuggling.ts'
import { allowed, headerFloods, pathTricks, pipelines, queryFloods } from './well-formed.ts'

/** The same, but the client leaves somewhere on the way: what it said is cut off. */
const cutShort = (attacks: fc.Arbitrary<Attack>): fc.Arbitrary<Attack> =>
  fc
    .tuple(attacks, fc.nat(), fc.constantFrom('half-close', 'reset'))
    .map(([{ name, steps, due }, at, leaving]) => {
      const sent = steps.flatMap((step) => (step.do === 'send' ? step.bytes : [])).join('')
      const rest: Step[] = [send(sent.slice(0, at % (sent.length + 1))), { do: leaving }]
      const methods = due.is === 'answers' ? due.to.map(({ method = 'GET' }) => method) : []
      const most = Math.max(methods.length, 'most' in due ? due.most : 1) + 1
      return { name: `${name}, cut short`, steps: rest, due: { is: 'survival', most, methods } }
    })

/** Everything that is sent, in about the shares that it is to have. */
const everything = (world: World): fc.Arbitrary<Attack> => {
  const shares: readonly [weight: number, arbitrary: fc.Arbitrary<Attack>][] = [
    [120, requestLines(world)],
    [120, headerShapes(world)],
    [150, noise(world)],
    [10, headerAvalanches()],
    [2, requestAvalanches(world)],
    [100, smuggling(world)],
    [30, brokenRests(world)],
    [30, trailingGarbage(world)],
    [50, hiddenRequests(world)],
    [150, pathTricks(world)],
    [60, queryFloods(world)],
    [60, headerFloods(world)],
    [60, allowed(world)],
    [60, bodyBombs(world)],
    [50, formBombs(world)],
    [30, pipelines(world)],
  ]
  const quick = fc.oneof(...shares.map(([weight, arbitrary]) => ({ weight, arbitrary })))
  return fc.oneof(
    { weight: 89, arbitrary: quick },
    { weight: 10, arbitrary: cutShort(quick) },
    { weight: 1, arbitrary: slow(world) },
  )
}

/** Attacks are made so many at a time. */
const block = 50

/**
 * The attacks of a seed, each by its number, so that one can be carried out alone.
 * @returns what makes the attack of a number, counted from 0.
 */
export const attacksOf = (world: World, seed: number): ((index: number) => Attack) => {
  const arbitrary = everything(world)
  let first = -1
  let made: readonly Attack[] = []
  return (index) => {
    const start = index - (index % block)
    if (start !== first) {
      made = fc.sample(arbitrary, { seed: seed + start, numRuns: block })
      first = start
    }
    const attack = made[index - start]
    if (!attack) throw new Error(`There is no attack ${index}`)
    return attack
  }
}
