import type { Oas3Rule } from '@redocly/openapi-core'

/** Requires `minimum` and `maximum` on every integer, so that clients know which type holds it. */
export const boundedIntegers: Oas3Rule = () => ({
  Schema: {
    enter({ type, minimum, maximum }, { report, location }) {
      if (![type].flat().includes('integer')) return
      if (minimum === undefined || maximum === undefined)
        report({ message: 'An integer must have `minimum` and `maximum`.', location })
    },
  },
})
