import type { Oas3Rule } from '@redocly/openapi-core'
import { walkSchema } from './walk-schema.ts'

const isObject = (type: string | string[] | undefined) => [type].flat().includes('object')

/** Requires closed response schemas and open request schemas. Unknown request properties are ignored. */
export const closedResponses: Oas3Rule = () => ({
  Response: {
    MediaType: {
      enter({ schema }, { report, location, resolve }) {
        walkSchema(schema, location.child('schema'), resolve, (each, at) => {
          if (isObject(each.type) && each.additionalProperties !== false)
            report({
              message: 'A response schema must have `additionalProperties: false`.',
              location: at,
            })
        })
      },
    },
  },
  Paths: {
    PathItem: {
      Operation: {
        RequestBody: {
          MediaType: {
            enter({ schema }, { report, location, resolve }) {
              walkSchema(schema, location.child('schema'), resolve, (each, at) => {
                if (isObject(each.type) && each.additionalProperties === false)
                  report({
                    message: 'A request schema must allow further properties.',
                    location: at,
                  })
              })
            },
          },
        },
      },
    },
  },
})
