import type { Schema } from '../../codegen/model/document.ts'
import { fullSample, sample } from '../../codegen/schema/sample.ts'

/** Values that stand in for others. Some are of the right type, and some are what validators often judge wrongly. */
const others: readonly unknown[] = [
  ...[null, true, false, 0, 1, -1, 1.5, 1e21, 2 ** 53, '', 'a', 'x'.repeat(300), '😀', '\ud800'],
  ...['2026-01-01', '2026-01-01T00:00:00Z', 'a@b.c', 'https://a.b/', '12', [], {}, [null], [[]]],
  ...[{ __proto__: null, a: 1 }, JSON.parse('{"__proto__":1}'), { toString: 1 }, { id: 'a' }],
]

/** Returns numbers from 0 to 1 that look random. The same seed gives the same numbers. */
export const randomFrom = (seed: number) => (): number => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
}

const pick = <T>(list: readonly T[], random: () => number): T | undefined =>
  list[Math.floor(random() * list.length)]

/** Returns a value with one part of it changed. */
const changed = (value: unknown, random: () => number): unknown => {
  if (typeof value !== 'object' || value === null || random() < 0.15) return pick(others, random)
  if (Array.isArray(value)) {
    if (value.length === 0 || random() < 0.2) return [...value, pick([...value, ...others], random)]
    if (random() < 0.2) return value.slice(1)
    const at = Math.floor(random() * value.length)
    return value.map((each, i) => (i === at ? changed(each, random) : each))
  }
  const names = Object.keys(value)
  const name = pick(names, random)
  if (name === undefined || random() < 0.15)
    return {
      ...value,
      [pick(['extra', 'toString', 'constructor', 'a'], random) ?? 'a']: pick(others, random),
    }
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]): [string, unknown][] => {
      if (key !== name) return [[key, each]]
      return random() < 0.25 ? [] : [[key, changed(each, random)]]
    }),
  )
}

/** Returns values for a schema: some valid, some almost, some not at all. */
export const valuesFor = (
  schema: Schema,
  schemas: Readonly<Record<string, Schema>>,
  count: number,
): unknown[] => {
  const random = randomFrom(7)
  const made = Array.from({ length: 8 }, (_, i) => sample(schema, schemas, i))
  made.push(...Array.from({ length: 4 }, (_, i) => fullSample(schema, schemas, i)))
  while (made.length < count) made.push(changed(pick(made.slice(0, 40), random), random))
  return made.slice(0, count)
}
