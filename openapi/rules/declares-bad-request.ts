import type { Oas3Rule } from '@redocly/openapi-core'

/** Requires a 400 response on every operation that has input to validate. */
export const declaresBadRequest: Oas3Rule = () => ({
  Paths: {
    PathItem: {
      Operation: {
        enter({ parameters = [], requestBody, responses = {} }, { report, location, resolve }) {
          const validates = parameters.length > 0 || requestBody !== undefined
          if (validates && !('400' in (resolve(responses).node ?? {})))
            report({
              message: 'An operation that validates its input must declare 400.',
              location: location.child('responses').key(),
            })
        },
      },
    },
  },
})
