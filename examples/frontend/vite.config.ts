import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

// biome-ignore lint/style/noDefaultExport: Vite loads its configuration by it.
export default defineConfig({
  plugins: [react()],
  server: { host: '127.0.0.1' },
  test: { environment: 'jsdom', include: ['src/**/*.test.{ts,tsx}'], testTimeout: 60_000 },
})
