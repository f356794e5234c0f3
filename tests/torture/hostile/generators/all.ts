import fc from 'fast-check'
import { type Attack, type AttackedServer, type Step, send } from '../attack.ts'
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

/** Cuts an attack off at a random byte, by a half-close or a reset. */
const cutShort = (attacks: fc.Arbitrary<Attack>): fc.Arbitrary<Attack> =>
  fc
    .tuple(attacks, fc.nat(), fc.constantFrom('half-close', 'reset'))
    .map(([{ name, steps, expected }, at, leaving]) => {
      const sent = steps.flatMap((step) => (step.do === 'send' ? step.bytes : [])).join('')
      const rest: Step[] = [send(sent.slice(0, at % (sent.length + 1))), { do: leaving }]
      const methods =
        expected.is === 'responses' ? expected.to.map(({ method = 'GET' }) => method) : []
      const most = Math.max(methods.length, 'most' in expected ? expected.most : 1) + 1
      return {
        name: `${name}, cut short`,
        steps: rest,
        expected: { is: 'survival', most, methods },
      }
    })

/** All attacks, weighted. */
const everything = (attacked: AttackedServer): fc.Arbitrary<Attack> => {
  const shares: readonly [weight: number, arbitrary: fc.Arbitrary<Attack>][] = [
    [120, requestLines(attacked)],
    [120, headerShapes(attacked)],
    [150, noise(attacked)],
    [10, headerAvalanches()],
    [2, requestAvalanches(attacked)],
    [100, smuggling(attacked)],
    [30, brokenRests(attacked)],
    [30, trailingGarbage(attacked)],
    [50, hiddenRequests(attacked)],
    [150, pathTricks(attacked)],
    [60, queryFloods(attacked)],
    [60, headerFloods(attacked)],
    [60, allowed(attacked)],
    [60, bodyBombs(attacked)],
    [50, formBombs(attacked)],
    [30, pipelines(attacked)],
  ]
  const quick = fc.oneof(...shares.map(([weight, arbitrary]) => ({ weight, arbitrary })))
  return fc.oneof(
    { weight: 89, arbitrary: quick },
    { weight: 10, arbitrary: cutShort(quick) },
    { weight: 1, arbitrary: slow(attacked) },
  )
}

/** Attacks are generated in blocks of this size. */
const block = 50

/**
 * Generates the attacks of a seed. Each has an index, so that one can be replayed alone.
 * @returns a function from an index, from 0 on, to its attack.
 */
export const attacksOf = (attacked: AttackedServer, seed: number): ((index: number) => Attack) => {
  const arbitrary = everything(attacked)
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
