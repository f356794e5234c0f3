import { fileURLToPath } from 'node:url'
import { msw } from 'msw/vite'
import type { InlineConfig } from 'vite'

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

/** What Vite has to know of the example pages: where they are, and where MSW's worker is. */
export const exampleConfig = (): InlineConfig => ({
  configFile: false,
  root: path('.'),
  logLevel: 'warn',
  plugins: [msw({ mode: 'worker-only' })],
  server: { fs: { allow: [path('../..')] } },
  optimizeDeps: { noDiscovery: true },
})
