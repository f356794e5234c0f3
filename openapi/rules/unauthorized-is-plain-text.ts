import type { Oas3Rule } from '@redocly/openapi-core'

/** Requires a plain-text 401 on every operation and JSON for all other responses (§5 rule 4). */
export const unauthorizedIsPlainText: Oas3Rule = () => ({
  Paths: {
    PathItem: {
      Operation: {
        enter({ responses }, { report, location, resolve }) {
          if (!('401' in (resolve(responses ?? {}).node ?? {})))
            report({ message: 'Every operation must declare 401 (§5).', location: location.key() })
        },
        Response: {
          enter({ content = {} }, { report, location, key, resolve }) {
            const types = Object.keys(content)
            if (key !== '401') {
              if (types.some((type) => type.startsWith('text/')))
                report({ message: `${key} must be JSON: only 401 is plain text (§5).`, location })
              return
            }
            const schema = content['text/html']?.schema
            const constant = schema && resolve(schema).node
            if (types.length !== 1 || !constant || !isUnauthorized(constant))
              report({
                message: '401 must be text/html with the constant Unauthorized (§5).',
                location,
              })
          },
        },
      },
    },
  },
})

const isUnauthorized = (schema: object): boolean =>
  'const' in schema && schema.const === 'Unauthorized'
