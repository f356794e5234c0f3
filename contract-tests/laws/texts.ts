import fc from 'fast-check'
import type { Path } from '../properties/shape.ts'
import { same } from '../support/assertions.ts'
import type { Law } from '../support/law.ts'
import { fieldOf, partsOf, requestFor, withBody } from '../support/requests.ts'
import { mustNameOnly } from '../support/validation-error.ts'

/** Returns the texts of a JSON value with their paths. */
const textsIn = (value: unknown, path: Path = []): { path: Path; value: string }[] => {
  if (typeof value === 'string') return [{ path, value }]
  if (typeof value !== 'object' || value === null) return []
  const steps = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  return steps.flatMap(([step, each]) => textsIn(each, [...path, step]))
}

/** Returns a copy of a JSON value with another value at a path. */
const replaced = (value: unknown, [step, ...rest]: Path, by: unknown): unknown => {
  if (step === undefined) return by
  if (Array.isArray(value))
    return value.map((each, i) => (i === step ? replaced(each, rest, by) : each))
  return { ...Object(value), [step]: replaced(Object(value)[step], rest, by) }
}

export const texts: Law[] = [
  {
    area: 'input',
    promise: 'A lone surrogate in any text of a body returns 400 with exactly that field',
    source: '§7 rule 1, design decision 16',
    run: async (context) => {
      for (const operation of withBody)
        await context.forAll(
          fc.tuple(partsOf(operation), fc.nat(), fc.constantFrom('\ud800', 'a\udfff')),
          async ([parts, choice, lone]) => {
            const texts = textsIn(parts.body)
            const text = texts[choice % texts.length]
            if (!text) return
            const body = replaced(parts.body, text.path, text.value + lone)
            const response = await context.api.send(requestFor(operation, { ...parts, body }))
            same(
              response.status,
              400,
              `the status for a lone surrogate in ${fieldOf(text.path)}`,
              response,
            )
            if (operation.body?.invalid === 'errors')
              mustNameOnly(response, fieldOf(text.path), operation)
          },
        )
    },
  },
]
