import type { Oas3Rule } from '@redocly/openapi-core'

/** §7: the named operations alone answer 404. */
export const notFoundOnlyOn: Oas3Rule = ({ operations = [] }) => ({
  Operation: {
    enter({ operationId, responses }, { report, location }) {
      if (!responses || !('404' in responses) || operations.includes(operationId)) return
      report({
        message: `${operationId} must not answer 404: only ${operations.join(', ')} may (§7).`,
        location: location.child(['responses', '404']).key(),
      })
    },
  },
})
