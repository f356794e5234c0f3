import { createServer, mergeConfig } from 'vite'
import { exampleConfig } from './vite.ts'

type ServeOptions = {
  port: number
  /** Where the server is. It knows nothing of other origins, so the pages' own leads to it. */
  server: string
}

/** Serves the example pages, as a frontend's own development server would. */
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
