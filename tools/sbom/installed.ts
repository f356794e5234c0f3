import { z } from 'zod'

const Names = z.record(z.string(), z.string()).optional()

const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      dependencies: Names,
      optionalDependencies: Names,
    }),
  ),
})

/**
 * Lists packages with their transitive dependencies, as `name@version`.
 * @param lock the parsed lock file.
 */
export const installedWith = (lock: unknown, names: readonly string[]): string[] => {
  const { packages } = Lock.parse(lock)
  const found = new Set<string>()
  const visit = (name: string, from: string) => {
    const own = `${from}/node_modules/${name}`
    const path = Object.hasOwn(packages, own) ? own : `node_modules/${name}`
    const { version, dependencies, optionalDependencies } = packages[path] ?? {}
    if (found.has(`${name}@${version}`)) return
    found.add(`${name}@${version}`)
    for (const next of Object.keys({ ...dependencies, ...optionalDependencies })) visit(next, path)
  }
  for (const name of names) visit(name, '')
  return [...found]
}
