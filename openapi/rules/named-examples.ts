import type { Oas3Rule } from '@redocly/openapi-core'

/** Every body has at least one example with a name, for docs, mock and tests to share. */
export const namedExamples: Oas3Rule = () => ({
  MediaType: {
    enter({ examples = {} }, { report, location }) {
      if (Object.keys(examples).length === 0)
        report({ message: 'A body must have a named example.', location })
    },
  },
  Example: {
    enter({ summary }, { report, location }) {
      if (!summary) report({ message: 'An example must say what it shows (`summary`).', location })
    },
  },
})
