import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Document } from '../packages/openapi-hono/model/document.ts'
import { readGenerated } from './generated-document.ts'
import { declaredReplies } from './responses/choose-reply.ts'
import { operationGroups } from './responses/operations.ts'

const cwd = resolve(import.meta.dirname, '..')
const file = join(cwd, 'generated/example-names.ts')

/** Returns `example-names.ts`, which TypeScript cannot derive: the examples of each operation. */
export const writeExampleNames = (document: Document): string => {
  const declared = declaredReplies(document)
  const names = new Map(
    operationGroups.map((id) => [
      id,
      new Set((declared.get(id) ?? []).flatMap(({ examples }) => examples.map(({ name }) => name))),
    ]),
  )
  const [first = new Set<string>(), ...others] = names.values()
  const shared = [...first].filter((name) => others.every((each) => each.has(name)))
  const union = (each: readonly string[]) => each.map((name) => `'${name}'`).join(' | ')
  const operations = [...names].map(
    ([id, all]) => `${id}: Shared | ${union([...all].filter((name) => !shared.includes(name)))}`,
  )
  const code = `// Written by npx node mock/write-example-names.ts. Do not edit.

/** The names of the examples that the document declares for each operation. */
export type ExampleNames = {
${operations.join('\n')}
}

/** The examples of every operation. */
type Shared = ${union(shared)}
`
  const format = ['format', `--stdin-file-path=${file}`]
  return execFileSync('node_modules/.bin/biome', format, { cwd, input: code, encoding: 'utf8' })
}

if (import.meta.main) writeFileSync(file, writeExampleNames(readGenerated()))
