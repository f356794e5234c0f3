import { globSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { compileFiles } from '../kit/compile.ts'
import { root } from '../kit/project.ts'
import { makeFolderInProject } from '../kit/temporary-folder.ts'

/** The standard library's JSON.parse returns `any`, which can be assigned to every type. */
const declaration = `interface JSON {
  parse(text: string, reviver?: (this: unknown, key: string, value: unknown) => unknown): unknown
}
`

test('Product code validates the results of JSON.parse', () => {
  const folders = '{openapi,packages/openapi-hono,generated,packages/client,server,mock}'
  const files = globSync(`${folders}/**/*.{ts,tsx}`, { cwd: root })
    .filter((file) => !/\/(dist|testing)\/|\.test\.ts$/.test(file))
    .map((file) => join(root, file))
  expect(files.length).toBeGreaterThan(300)
  const { path, remove } = makeFolderInProject()
  onTestFinished(remove)
  const json = join(path, 'json.d.ts')
  writeFileSync(json, declaration)
  expect(compileFiles([json, ...files])).toEqual([])
})
