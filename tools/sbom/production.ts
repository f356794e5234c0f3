import { z } from 'zod'

const Names = z.record(z.string(), z.string()).optional()

const Manifest = z.looseObject({ name: z.string(), dependencies: Names, devDependencies: Names })

const Lock = z.looseObject({
  packages: z.record(z.string(), z.looseObject({ dev: z.boolean().optional() })),
})

/**
 * Removes the development dependencies, with what only they depend on, from a project.
 * @param manifest the parsed `package.json`.
 * @param lock the parsed lock file.
 */
export const productionOf = (manifest: unknown, lock: unknown) => {
  const { devDependencies: _tools, ...production } = Manifest.parse(manifest)
  const { packages, ...rest } = Lock.parse(lock)
  const kept = Object.entries(packages).filter(([, { dev }]) => dev !== true)
  return {
    manifest: production,
    lock: {
      ...rest,
      packages: Object.fromEntries(
        kept.map(([path, { devDependencies: _, ...entry }]) => [path, entry]),
      ),
    },
  }
}
