import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Builds the texts that the server serves, as `npm start` does, before any test runs. */
export const setup = (): void => {
  const builder = fileURLToPath(new URL('../../docs/site/main.ts', import.meta.url))
  execFileSync(process.execPath, [builder, '--if-stale', '--texts'])
}
