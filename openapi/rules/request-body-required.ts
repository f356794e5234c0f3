import type { Oas3Rule } from '@redocly/openapi-core'

/** Requires `required: true` on request bodies. Without it, a body without a JSON content type is not validated. */
export const requestBodyRequired: Oas3Rule = () => ({
  RequestBody: {
    enter({ required }, { report, location }) {
      if (required !== true)
        report({ message: 'A request body must be `required: true`.', location })
    },
  },
})
