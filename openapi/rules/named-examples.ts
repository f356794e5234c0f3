import type { Oas3Rule } from '@redocly/openapi-core'

/** Requires a named example for every body. The docs, the mock and the tests share them. */
export const namedExamples: Oas3Rule = () => ({
  MediaType: {
    enter({ examples = {} }, { report, location }) {
      if (Object.keys(examples).length === 0)
        report({ message: 'A body must have a named example.', location })
    },
  },
  Example: {
    enter({ summary }, { report, location }) {
      if (!summary) report({ message: 'An example must have a `summary`.', location })
    },
  },
})
