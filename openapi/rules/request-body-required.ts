import type { Oas3Rule } from '@redocly/openapi-core'

/** A body that is not `required: true` is not validated when it comes without a JSON content type. */
export const requestBodyRequired: Oas3Rule = () => ({
  RequestBody: {
    enter({ required }, { report, location }) {
      if (required !== true)
        report({ message: 'A request body must be `required: true`.', location })
    },
  },
})
