import { readFileSync } from 'node:fs'
import { serve } from '@hono/node-server'

// Serves mocks that are libraries: node compare-mocks.mjs KIND PORT, beside openapi.json.

const [, , kind, port] = process.argv
const document = JSON.parse(readFileSync('openapi.json', 'utf8'))

/** Handlers of MSW have the URL of the document's server. */
const answer = async (handlers) => {
  const { getResponse } = await import('msw')
  return async (request) => {
    const { pathname, search } = new URL(request.url)
    const target = new Request(`http://127.0.0.1:8080${pathname}${search}`, request)
    return (await getResponse(handlers, target)) ?? new Response(null, { status: 501 })
  }
}

const makers = {
  scalar: async () => {
    const { createMockServer } = await import('@scalar/mock-server')
    return (await createMockServer({ document })).fetch
  },
  source: async () => {
    const { fromOpenApi } = await import('@msw/source/open-api')
    return answer(await fromOpenApi(document))
  },
  auto: async () => answer((await import('./out/handlers.js')).handlers),
}

const fetch = await makers[kind]()
serve({ fetch, port: Number(port), hostname: '127.0.0.1' })
