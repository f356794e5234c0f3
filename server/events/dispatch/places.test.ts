import { expect, test } from 'vitest'
import { Places } from './places.ts'

const lane = (account: string, name: string) => ({ account, name })

/** Takes places until no lane may take another one. Returns how many each lane took. */
const takeAll = (places: Places): Record<string, number> => {
  const taken: Record<string, number> = {}
  for (let next = places.take(); next; next = places.take())
    taken[next.name] = (taken[next.name] ?? 0) + 1
  return taken
}

test.each([
  // n places are held when n >= (3 (1000 - n) - n) / 16.
  [1, { 0: 150 }],
  // 2 n places are held when n >= (3 (1000 - 2 n) - 2 n) / 16.
  [2, { 0: 125, 1: 125 }],
])('%i lanes of one account take a sixteenth of what is left of its share', (lanes, taken) => {
  const places = new Places({ perLane: 1000, slots: 1000 })
  for (let i = 0; i < lanes; i++) places.setWaiting(lane('A', `${i}`), true)
  expect(takeAll(places)).toEqual(taken)
})

test('the last ten thousand unresponsive lanes take one place each', () => {
  const places = new Places({ perLane: 16, slots: 256 })
  for (let i = 0; i <= 10_000; i++) {
    const each = lane('A', `${i}`)
    places.setWaiting(each, true)
    places.take()
    places.setResponsive(each, false)
    places.setWaiting(each, false)
    places.release(each)
  }
  for (const name of ['0', '1']) places.setWaiting(lane('A', name), true)
  expect(takeAll(places)).toEqual({ 0: 16, 1: 1 })
})
