import { fileURLToPath } from 'node:url'
import { findViolations } from './find-violations.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

const { files, imports, violations } = await findViolations(
  fileURLToPath(new URL('../..', import.meta.url)),
)
for (const violation of violations) say(`  ${violation}`)
say(`${imports} imports of ${files} files. Violations: ${violations.length}`)
if (violations.length > 0) {
  say('Move the file or the import. The rules: tools/boundaries/boundaries.ts')
  process.exitCode = 1
}
