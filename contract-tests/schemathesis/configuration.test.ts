import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { endpoints } from '../../generated/operations.ts'

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
const configuration = read('schemathesis.toml')
const hooks = readdirSync(new URL('hooks', import.meta.url))
  .filter((name) => name.endsWith('.py'))
  .map((name) => read(`hooks/${name}`))
  .join('\n')
const operationIds: string[] = Object.keys(endpoints)

test('the configuration names operations and checks that exist, enables each phase, and drops no case', () => {
  const included = [...configuration.matchAll(/^include-operation-id = (.+)$/gm)]
  const ids = included.flatMap(([, value = '']) => JSON.parse(value))
  expect(ids.length).toBeGreaterThan(5)
  const judged = [...hooks.matchAll(/^ {4}"(\w+)": [{U]/gm)].map(([, name]) => name)
  expect(judged.length).toBeGreaterThan(5)
  expect(operationIds).toEqual(expect.arrayContaining([...ids, ...judged]))
  const replacements = configuration.match(/(?<=^# Instead: )[a-z]+(_[a-z]+)+\b/gm) ?? []
  expect(replacements.length).toBeGreaterThan(3)
  for (const name of replacements) expect(hooks).toMatch(new RegExp(`\\n(def|class) ${name}\\b`))

  expect(configuration.match(/^enabled = true$/gm)).toHaveLength(5)
  expect(hooks).not.toMatch(/^def (before_load_schema|filter_\w+)\(/m)
})
