import { fileURLToPath } from 'node:url'
import { msw } from 'msw/vite'
import type { InlineConfig } from 'vite'

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

/** Returns the Vite configuration of the example pages, with MSW's worker. */
export const exampleConfig = (): InlineConfig => ({
  configFile: false,
  root: path('.'),
  logLevel: 'warn',
  plugins: [msw({ mode: 'worker-only' })],
  server: { fs: { allow: [path('../..')] } },
  // A CommonJS package. The others are ES modules, which Vite serves as they are.
  optimizeDeps: { noDiscovery: true, include: ['ipaddr.js'] },
})
