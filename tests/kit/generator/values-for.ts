import { componentName, type Schema } from '../../../packages/openapi-hono/model/document.ts'
import { sample } from '../../../packages/openapi-hono/schema/sample.ts'
import { seededRandom } from '../../../packages/openapi-hono/schema/seeded-random.ts'

/** Values that stand in for others. Some are of the right type, and some are often judged wrongly. */
const awkward: readonly unknown[] = [
  null,
  true,
  false,
  0,
  1,
  -1,
  1.5,
  1e21,
  2 ** 53,
  '',
  'a',
  'x'.repeat(300),
  '😀',
  '\ud800',
  '2026-01-01',
  '2026-01-01T00:00:00Z',
  'a@b.c',
  'https://a.b/',
  '12',
  [],
  {},
  [null],
  [[]],
  { __proto__: null, a: 1 },
  JSON.parse('{"__proto__":1}'),
  { toString: 1 },
  { id: 'a' },
]

const pick = <T>(list: readonly T[], random: () => number): T | undefined =>
  list[Math.floor(random() * list.length)]

/** Returns the numbers at and beside the bounds in a schema and those that it refers to. */
const boundsIn = (schema: Schema, schemas: Readonly<Record<string, Schema>>): number[] => {
  const texts = new Map<string, string>()
  const add = (name: string, part: Schema) => {
    const text = JSON.stringify(part)
    texts.set(name, text)
    for (const [, other = ''] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g))
      if (!texts.has(other)) add(other, schemas[componentName(other)] ?? {})
  }
  add('', schema)
  const bounds = [...texts.values()].join().matchAll(/"(?:m|exclusiveM)(?:in|ax)\w*":(-?\d+)/g)
  const near = [...bounds].flatMap(([, bound]) => [-1, 0, 1].map((more) => Number(bound) + more))
  return [...new Set(near)]
}

/** Values that replace parts of others, and lengths of arrays. */
type Parts = { others: readonly unknown[]; lengths: readonly number[] }

/** Returns a value with one part of it changed. */
const changed = (value: unknown, parts: Parts, random: () => number): unknown => {
  const { others, lengths } = parts
  if (typeof value !== 'object' || value === null || random() < 0.1) {
    const alike = others.filter((each) => typeof each === typeof value)
    return pick(random() < 0.3 ? others : alike, random)
  }
  if (Array.isArray(value)) {
    if (value.length === 0 || random() < 0.2) return [...value, pick([...value, ...others], random)]
    if (random() < 0.2) return Array(pick(lengths, random) ?? 0).fill(value[0])
    const at = Math.floor(random() * value.length)
    return value.map((each, i) => (i === at ? changed(each, parts, random) : each))
  }
  const names = Object.keys(value)
  const name = pick(names, random)
  if (name === undefined || random() < 0.1)
    return {
      ...value,
      [pick(['extra', 'toString', 'constructor', 'a'], random) ?? 'a']: pick(others, random),
    }
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]): [string, unknown][] => {
      if (key !== name) return [[key, each]]
      return random() < 0.2 ? [] : [[key, changed(each, parts, random)]]
    }),
  )
}

/** Returns values for a schema: some valid, some almost, some not at all. */
export const valuesFor = (
  schema: Schema,
  schemas: Readonly<Record<string, Schema>>,
  count: number,
): unknown[] => {
  const random = seededRandom(7)
  const bounds = boundsIn(schema, schemas)
  const lengths = bounds.filter((length) => length >= 0 && length < 1000)
  const texts = ['x', '😀'].flatMap((letter) => lengths.map((length) => letter.repeat(length)))
  const parts = { others: [...awkward, ...bounds, ...texts], lengths: [0, ...lengths] }
  const made = Array.from({ length: 12 }, (_, i) => sample(schema, schemas, i))
  while (made.length < count) made.push(changed(pick(made.slice(0, 40), random), parts, random))
  return made.slice(0, count)
}
