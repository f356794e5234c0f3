import type { Oas3Rule } from '@redocly/openapi-core'

/** Requires the configured headers on every response (§8). */
export const responseHeaders: Oas3Rule = ({ headers = [] }) => ({
  Paths: {
    PathItem: {
      Operation: {
        Response: {
          enter(response, { report, location, key, resolve }) {
            const { node: present = {} } = resolve(response.headers ?? {})
            const missing = headers.filter((name: string) => !(name in present))
            if (missing.length > 0)
              report({ message: `${key} lacks the headers ${missing.join(', ')} (§8).`, location })
          },
        },
      },
    },
  },
})
