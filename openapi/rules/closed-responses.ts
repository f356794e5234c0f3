import type { Oas3Rule } from '@redocly/openapi-core'
import { walkSchema } from './walk-schema.ts'

const isObject = (type: string | string[] | undefined) => [type].flat().includes('object')

/** What is sent names every field; what is received may hold more, which is ignored. */
export const closedResponses: Oas3Rule = () => ({
  Response: {
    MediaType: {
      enter({ schema }, { report, location, resolve }) {
        walkSchema(schema, location.child('schema'), resolve, (each, at) => {
          if (isObject(each.type) && each.additionalProperties !== false)
            report({
              message: 'What is sent must have `additionalProperties: false`.',
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
                    message: 'What is received must allow further properties.',
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
