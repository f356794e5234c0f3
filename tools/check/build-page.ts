import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Builds the page of the docs before the long tests. A server reads it when the first one of its process starts. */
export const setup = (): void => {
  const builder = fileURLToPath(new URL('../../docs/site/main.ts', import.meta.url))
  execFileSync(process.execPath, [builder, '--if-stale'])
}
