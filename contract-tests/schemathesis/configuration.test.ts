import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { endpoints } from '../../generated/operations.ts'
import { readConfiguration } from './read-configuration.ts'

const read = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8')
const sections = readConfiguration(read('schemathesis.toml'))
const hooks = read('schemathesis_hooks.py')
const settings = sections.flatMap(({ heading, settings }) =>
  settings.map((setting) => ({ heading, ...setting })),
)
const operationIds: string[] = Object.keys(endpoints)

test('all checks and all phases, the same way each time', () => {
  const value = (heading: string, name: string) =>
    settings.find((setting) => setting.heading === heading && setting.name === name)?.value
  for (const phase of ['examples', 'coverage', 'fuzzing', 'stateful'])
    expect(value(`phases.${phase}`, 'enabled')).toBe(true)
  expect(value('checks', 'enabled')).toBe(true)
  expect(value('', 'seed')).toBeTypeOf('number')
  expect(value('generation', 'max-examples')).toBe(100)
  expect(value('generation', 'mode')).toBe('all')
})

describe('what is left out', () => {
  const cites = /§\d|[Dd]ecisions? \d/
  const exclusions = sections.filter(({ heading }) => heading === '[operations]')
  const everywhere = settings.filter(
    ({ heading, name, value }) =>
      /^(phases|checks)/.test(heading) && (value === false || name === 'unexpected-methods'),
  )

  test('every exclusion says which sentence or decision it is for', () => {
    expect(exclusions.length).toBeGreaterThan(5)
    expect(everywhere.length).toBeGreaterThan(0)
    for (const { comment } of [...exclusions, ...everywhere]) expect(comment).toMatch(cites)
  })

  test('it names what the document has', () => {
    const named = settings.filter(({ name }) => name === 'include-operation-id')
    const ids = named.flatMap(({ value }) => value)
    expect(ids.length).toBeGreaterThan(5)
    expect(operationIds).toEqual(expect.arrayContaining(ids))
    const paths = settings.filter(({ name }) => name === 'include-path').map(({ value }) => value)
    expect(Object.values(endpoints).map(({ path }) => path)).toEqual(expect.arrayContaining(paths))
  })

  test('the check that stands in for it exists', () => {
    const standIns = exclusions.flatMap(
      ({ comment }) => comment.match(/\b[a-z]+(_[a-z]+)+\b/g) ?? [],
    )
    expect(standIns.length).toBeGreaterThan(3)
    for (const name of standIns) expect(hooks).toMatch(new RegExp(`\\n(def|class) ${name}\\b`))
  })
})

test('the hooks name operations that the document has', () => {
  const named = [...hooks.matchAll(/^ {4}"(\w+)": [[(]/gm)].map(([, name]) => name)
  expect(named.length).toBeGreaterThan(15)
  expect(operationIds).toEqual(expect.arrayContaining(named))
})

test('a line that is not understood is an error', () => {
  expect(() => readConfiguration('[a]\nb: 1')).toThrow('not understood: b: 1')
  expect(() => readConfiguration("a = 'b'")).toThrow()
})
