import { fileURLToPath } from 'node:url'
import { type Boundary, repository } from './boundaries.ts'
import { findViolations } from './find-violations.ts'
import { serverFolders } from './rules.ts'

const say = (line = '') => process.stdout.write(`${line}\n`)

const print = (title: string, rows: readonly Boundary[]) => {
  say(title)
  for (const { folder, imports, why } of rows) {
    say(`  ${folder.padEnd(24)} ${imports.join(', ') || '–'}`)
    say(`  ${''.padEnd(24)} ${why}`)
  }
  say()
}

print('Each folder may import itself and:', repository)
print('Within server/:', serverFolders)

const { files, imports, violations } = await findViolations(
  fileURLToPath(new URL('../..', import.meta.url)),
)
for (const violation of violations) say(`  ${violation}`)
say(`${imports} imports of ${files} files. Violations: ${violations.length}`)
if (violations.length > 0) {
  say('Move the file or the import. The rules: tools/boundaries/boundaries.ts')
  process.exitCode = 1
}
