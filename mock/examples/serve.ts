import { fileURLToPath } from 'node:url'
import { msw } from 'msw/vite'
import { createServer, type InlineConfig, mergeConfig } from 'vite'

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

/** The Vite configuration of the example page, with MSW's worker. */
export const exampleConfig: InlineConfig = {
  configFile: false,
  root: path('.'),
  logLevel: 'warn',
  plugins: [msw({ mode: 'worker-only' })],
  server: { fs: { allow: [path('../..')] } },
  // A CommonJS package. The others are ES modules, which Vite serves as they are.
  optimizeDeps: { noDiscovery: true, include: ['ipaddr.js'] },
}

/**
 * Serves the example page with Vite's development server.
 * @param server the URL of the server. The page's origin proxies to it, so that it needs no CORS headers.
 */
export const serveExamples = async ({ port, server }: { port: number; server: string }) => {
  const vite = await createServer(
    mergeConfig(exampleConfig, { server: { host: '127.0.0.1', port, proxy: { '/v1': server } } }),
  )
  await vite.listen()
  const [address = ''] = vite.resolvedUrls?.local ?? []
  return { address: address.replace(/\/$/, ''), stop: () => vite.close() }
}
