import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Document, parseDocument } from '../packages/openapi-hono/model/document.ts'
import { declaredReplies } from './responses/choose-reply.ts'
import { operationGroups } from './responses/operations.ts'

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
  return formatted(`// Written by npx node mock/write-example-names.ts. Do not edit.

/** The names of the examples that the document declares for each operation. */
export type ExampleNames = {
${operations.join('\n')}
}

/** The examples of every operation. */
type Shared = ${union(shared)}
`)
}

function formatted(code: string): string {
  const biome = path('../node_modules/.bin/biome')
  return execFileSync(biome, ['format', '--stdin-file-path=example-names.ts'], {
    input: code,
    encoding: 'utf8',
  })
}

function path(relative: string): string {
  return fileURLToPath(new URL(relative, import.meta.url))
}

if (import.meta.main) {
  const document = parseDocument(readFileSync(path('../generated/openapi.json'), 'utf8'))
  writeFileSync(path('example-names.ts'), writeExampleNames(document))
}
