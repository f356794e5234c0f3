import type { Oas3Rule } from '@redocly/openapi-core'

/** Requires the success status code that the specification fixes, such as 201 for cancelling an order (§4). */
export const successStatus: Oas3Rule = ({ statuses = {} }) => ({
  Operation: {
    enter({ operationId = '', responses = {} }, { report, location, resolve }) {
      const expected = statuses[operationId]
      if (expected === undefined) return
      const successes = Object.keys(resolve(responses).node ?? {}).filter((status) =>
        status.startsWith('2'),
      )
      if (successes.join() !== String(expected))
        report({
          message: `${operationId} must declare only ${expected} as success, not ${successes.join(', ')}.`,
          location: location.child('responses').key(),
        })
    },
  },
})
