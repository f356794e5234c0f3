import type { Oas3Rule } from '@redocly/openapi-core'

/** Allows 404 only on the named operations (§7). */
export const notFoundOnlyOn: Oas3Rule = ({ operations = [] }) => ({
  Operation: {
    enter({ operationId, responses = {} }, { report, location, resolve }) {
      if (operations.includes(operationId) || !('404' in (resolve(responses).node ?? {}))) return
      report({
        message: `${operationId} must not declare 404: only ${operations.join(', ')} may (§7).`,
        location: location.child(['responses', '404']).key(),
      })
    },
  },
})
