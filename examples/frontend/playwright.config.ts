import { defineConfig } from '@playwright/test'

const { PORT = '5173', CHROMIUM } = process.env
const url = `http://127.0.0.1:${PORT}`

// biome-ignore lint/style/noDefaultExport: Playwright loads its configuration by it.
export default defineConfig({
  testDir: 'tests',
  fullyParallel: true,
  workers: 8,
  // Long enough for a busy machine.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: 'line',
  use: { baseURL: url, ...(CHROMIUM ? { launchOptions: { executablePath: CHROMIUM } } : {}) },
  webServer: { command: `npx vite --port ${PORT} --strictPort`, url, reuseExistingServer: true },
})
