import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { compileFiles } from '../../tests/kit/compile.ts'
import { codeSamples } from './samples.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

test('the TypeScript samples compile with the client’s types', () => {
  mkdirSync(join(root, 'dist'), { recursive: true })
  const folder = mkdtempSync(join(root, 'dist', 'samples-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const samples = codeSamples(
    JSON.parse(readFileSync(join(root, 'generated/openapi.json'), 'utf8')),
  )
  const files = [...samples].map(([id, each]) => {
    const file = join(folder, `${id}.ts`)
    const source = each.find(({ lang }) => lang === 'TypeScript')?.source ?? ''
    writeFileSync(
      file,
      `${source.replace(`'merch-fulfillment-client'`, `'../../packages/client/index.ts'`)}export {}\n`,
    )
    return file
  })
  expect(compileFiles(files)).toEqual([])
})
