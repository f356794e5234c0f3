import type { Oas3Rule } from '@redocly/openapi-core'
import { walkSchema } from './walk-schema.ts'

const snakeCase = /^[a-z0-9]+(_[a-z0-9]+)*$/
const camelCase = /^_?[a-z][a-zA-Z0-9]*$/

/**
 * Requires snake_case keys in the named operations and camelCase keys in all others, at every depth (§1).
 * @param except keys that the specification spells differently
 */
export const keyCase: Oas3Rule = ({ snakeCaseOperations = [], except = [] }) => {
  let inSnakeCase = false
  const problem = (name: string): string | undefined => {
    if (except.includes(name)) return undefined
    if (inSnakeCase) return snakeCase.test(name) ? undefined : `${name} must be snake_case (§1).`
    return camelCase.test(name) ? undefined : `${name} must be camelCase (§1).`
  }
  return {
    Operation: {
      enter({ operationId }) {
        inSnakeCase = snakeCaseOperations.includes(operationId)
      },
      Parameter: {
        enter(parameter, { report, location }) {
          const message = parameter.in === 'header' ? undefined : problem(parameter.name ?? '')
          if (message) report({ message, location: location.child('name') })
        },
      },
      MediaType: {
        enter({ schema }, { report, location, resolve }) {
          walkSchema(schema, location.child('schema'), resolve, ({ properties = {} }, at) => {
            for (const name of Object.keys(properties)) {
              const message = problem(name)
              if (message) report({ message, location: at.child(['properties', name]).key() })
            }
          })
        },
      },
    },
  }
}
