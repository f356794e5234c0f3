import type { Oas3Rule } from '@redocly/openapi-core'

/** Where the specification fixes the status of success, as §4 does for cancelling an order: 201. */
export const successStatus: Oas3Rule = ({ statuses = {} }) => ({
  Operation: {
    enter({ operationId = '', responses = {} }, { report, location }) {
      const expected = statuses[operationId]
      if (expected === undefined) return
      const successes = Object.keys(responses).filter((status) => status.startsWith('2'))
      if (successes.join() !== String(expected))
        report({
          message: `${operationId} must succeed with ${expected} alone, not ${successes.join(', ')}.`,
          location: location.child('responses').key(),
        })
    },
  },
})
