import { createServer, mergeConfig } from 'vite'
import { exampleConfig } from './vite.ts'

type ServeOptions = {
  port: number
  /** The URL of the server. The page's origin proxies to it, so that it needs no CORS headers. */
  server: string
}

/** Serves the example pages with Vite's development server. */
export const serveExamples = async ({ port, server }: ServeOptions) => {
  const vite = await createServer(
    mergeConfig(exampleConfig(), {
      server: { host: '127.0.0.1', port, proxy: { '/v1': server } },
    }),
  )
  await vite.listen()
  const [address = ''] = vite.resolvedUrls?.local ?? []
  return { address: address.replace(/\/$/, ''), stop: () => vite.close() }
}
