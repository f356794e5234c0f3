import { z } from 'zod'

const Names = z.record(z.string(), z.string()).optional()

const Manifest = z.looseObject({ name: z.string(), dependencies: Names, devDependencies: Names })

const Lock = z.looseObject({
  packages: z.record(z.string(), z.looseObject({ dev: z.boolean().optional() })),
})

/**
 * A project as it is in production: its `package.json` and its lock file, as they were read from JSON,
 * without the tools of development and what these alone bring along.
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
