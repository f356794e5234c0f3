import type { Oas3Rule } from '@redocly/openapi-core'

/** Every integer has a least and a greatest value, so that no client has to guess its width. */
export const boundedIntegers: Oas3Rule = () => ({
  Schema: {
    enter({ type, minimum, maximum }, { report, location }) {
      if (![type].flat().includes('integer')) return
      if (minimum === undefined || maximum === undefined)
        report({ message: 'An integer must have `minimum` and `maximum`.', location })
    },
  },
})
