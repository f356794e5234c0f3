import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'

/**
 * Builds the texts that the server serves, as `npm start` does, before any test runs. Builds the page before the long
 * tests. A server reads it when the first one of its process starts.
 */
export const setup = ({ name }: TestProject): void => {
  const builder = fileURLToPath(new URL('../../docs/site/main.ts', import.meta.url))
  const isPageNeeded = name === 'long' || name === 'long-thorough'
  execFileSync(process.execPath, [builder, '--if-stale', ...(isPageNeeded ? [] : ['--texts'])])
}
