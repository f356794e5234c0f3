import { existsSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { cruise, type IViolation } from 'dependency-cruiser'
import { rules, topLevel } from './rules.ts'

export type Findings = {
  files: number
  imports: number
  /** One text for each import that breaks rules. */
  violations: string[]
}

const comments = new Map(rules.map(({ name, comment }) => [name, comment]))

/** Says once for each import which rules it breaks. */
const describe = (violations: readonly IViolation[]): string[] => {
  const broken = Map.groupBy(violations, ({ from, to, cycle }) =>
    [from, ...(cycle?.map(({ name }) => name) ?? [to])].join(' imports '),
  )
  return [...broken].map(([path, rules]) =>
    [path, ...rules.map(({ rule }) => `${rule.name}. ${comments.get(rule.name)}`)].join('\n    '),
  )
}

/**
 * Checks every import beneath a folder against the boundaries.
 * @param folder Absolute path; it holds any of the repository's folders.
 */
export const findViolations = async (folder: string): Promise<Findings> => {
  const { output } = await cruise(
    topLevel.filter((name) => existsSync(join(folder, name))),
    {
      baseDir: folder,
      validate: true,
      ruleSet: { forbidden: rules },
      doNotFollow: { path: 'node_modules' },
      exclude: { path: '^(client|codegen|contract-tests)/dist/|/snapshots/' },
      tsPreCompilationDeps: true,
      // Its own list lacks node:sqlite.
      builtInModules: { override: [...builtinModules], add: [] },
    },
    { conditionNames: ['import', 'node', 'types', 'default'], exportsFields: ['exports'] },
  )
  if (typeof output === 'string') throw new Error(output)
  const { totalCruised, totalDependenciesCruised = 0, violations } = output.summary
  return {
    files: totalCruised,
    imports: totalDependenciesCruised,
    violations: describe(violations),
  }
}
