import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { endpoints } from '../../generated/operations.ts'
import { readConfiguration } from './read-configuration.ts'

const read = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8')
const sections = readConfiguration(read('schemathesis.toml'))
const hooks = readdirSync(new URL('../schemathesis_hooks', import.meta.url))
  .filter((name) => name.endsWith('.py'))
  .map((name) => read(`schemathesis_hooks/${name}`))
  .join('\n')
const settings = sections.flatMap(({ heading, settings }) =>
  settings.map((setting) => ({ heading, ...setting })),
)
const operationIds: string[] = Object.keys(endpoints)

test('every check and phase is enabled, with a fixed seed and a timeout', () => {
  const value = (heading: string, name: string) =>
    settings.find((setting) => setting.heading === heading && setting.name === name)?.value
  for (const phase of ['examples', 'coverage', 'fuzzing', 'stateful'])
    expect(value(`phases.${phase}`, 'enabled')).toBe(true)
  expect(value('checks', 'enabled')).toBe(true)
  expect(value('', 'seed')).toBeTypeOf('number')
  expect(value('', 'request-timeout')).toBe(10)
  expect(value('generation', 'max-examples')).toBe(100)
  expect(value('generation', 'mode')).toBe('all')
})

describe('exclusions', () => {
  const cites = /§\d|[Dd]ecisions? \d/
  const exclusions = sections.filter(({ heading }) => heading === '[operations]')
  const everywhere = settings.filter(
    ({ heading, name, value }) =>
      /^(phases|checks)/.test(heading) && (value === false || name === 'unexpected-methods'),
  )

  test('every exclusion cites a section of the specification or a decision', () => {
    expect(exclusions.length).toBeGreaterThan(5)
    expect(everywhere.length).toBeGreaterThan(0)
    for (const { comment } of [...exclusions, ...everywhere]) expect(comment).toMatch(cites)
  })

  test('every operation and path in an exclusion exists', () => {
    const named = settings.filter(({ name }) => name === 'include-operation-id')
    const ids = named.flatMap(({ value }) => value)
    expect(ids.length).toBeGreaterThan(5)
    expect(operationIds).toEqual(expect.arrayContaining(ids))
    const paths = settings.filter(({ name }) => name === 'include-path').map(({ value }) => value)
    expect(Object.values(endpoints).map(({ path }) => path)).toEqual(expect.arrayContaining(paths))
  })

  test('the check that replaces an exclusion exists', () => {
    const replacements = exclusions.flatMap(
      ({ comment }) => comment.match(/\b[a-z]+(_[a-z]+)+\b/g) ?? [],
    )
    expect(replacements.length).toBeGreaterThan(3)
    for (const name of replacements) expect(hooks).toMatch(new RegExp(`\\n(def|class) ${name}\\b`))
  })
})

test('the hooks change no document and drop no case', () => {
  expect(hooks).not.toMatch(/^def (before_load_schema|filter_\w+)\(/m)
  expect(hooks).toMatch(/^def after_load_schema\(/m)
})

test('every operation that the hooks name exists', () => {
  const named = [...hooks.matchAll(/^ {4}"(\w+)": [{(]/gm)].map(([, name]) => name)
  expect(named.length).toBeGreaterThan(15)
  expect(operationIds).toEqual(expect.arrayContaining(named))
})

test('an unsupported line is an error', () => {
  expect(() => readConfiguration('[a]\nb: 1')).toThrow('Unsupported line: b: 1')
  expect(() => readConfiguration("a = 'b'")).toThrow()
})
