import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Returns the folder of the layers that a run of the tests generates. Inside the repository, so that they find its packages. */
export const layersFolder = (run: number): string =>
  fileURLToPath(new URL(`../../../dist/layers/${run}`, import.meta.url))

/** Removes the layers after the run. Vitest calls it. */
export const teardown = (): void =>
  rmSync(layersFolder(process.pid), { recursive: true, force: true })
