import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { Document, Schema } from '../../codegen/model/document.ts'
import { runProgram } from '../../testkit/run.ts'
import { temporaryFolder } from '../../testkit/temporary-folder.ts'

const text = readFileSync(fileURLToPath(new URL('../released/v1.json', import.meta.url)), 'utf8')
const { version }: Document['info'] = JSON.parse(text).info
const [, minor = ''] = /^1\.(\d+)\.\d+$/.exec(version) ?? []
const next = `1.${Number(minor) + 1}.0`

type Edit = (document: Document, schema: (name: string) => Schema) => void

/** Runs the command on the released document and an edited copy of it. */
const changes = async (edit: Edit, changelog: string, ...more: readonly string[]) => {
  const folder = temporaryFolder()
  const file = (name: string, content: string) => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  const document: Document = JSON.parse(text)
  edit(document, (name) => document.components?.schemas?.[name] ?? {})
  const released = file('released.json', text)
  const { status, stdout, stderr } = await runProgram('openapi/changes/main.ts', [
    ...['--released', released],
    ...['--document', file('document.json', JSON.stringify(document))],
    ...['--changelog', file('CHANGELOG.md', changelog), ...more],
  ])
  return { status, stdout, stderr, released: readFileSync(released, 'utf8') }
}

test('breaking changes are rejected, each with a sentence that names who is affected', async () => {
  const { status, stdout, stderr, released } = await changes(
    (_, schema) => {
      Object.assign(schema('OrderLineCreate').properties?.quantity ?? {}, { maximum: 100 })
    },
    `## ${version}\n`,
    '--release',
  )
  expect(stdout).toContain(
    'Requests with `products[].quantity` above 100 will be rejected. The bound was 100,000.\n      Create an order (POST /v1/orders/create)\n',
  )
  expect(stderr).toMatch(/^\nv1 must not have breaking changes\..*\n$/)
  expect([status, released]).toEqual([1, text])
})

test('an addition can be released once it has a version and a changelog entry', async () => {
  const add: Edit = (_, schema) =>
    Object.assign(schema('OrderCreate').properties ?? {}, { giftMessage: { type: 'string' } })
  const waiting = await changes(add, `## ${version}\n`, '--release')
  expect(waiting.stderr).toBe(
    `\n\`info.version\` in openapi/openapi.yaml must be at least ${next}; it is ${version}.\nopenapi/CHANGELOG.md must have a section "## ${next}".\n`,
  )
  expect([waiting.status, waiting.released]).toEqual([1, text])
  const raise: Edit = (document, schema) => {
    add(document, schema)
    document.info.version = next
  }
  const unnamed = await changes(raise, `## ${next}\n\n## 1.0.0\n\n- \`giftMessage\`\n`)
  expect(unnamed.stderr).toBe(
    `\nThe section ${next} of openapi/CHANGELOG.md must name \`giftMessage\`.\n`,
  )
  const done = await changes(raise, `## ${next}\n\n- \`giftMessage\`\n`, '--release')
  expect([done.status, done.stderr]).toEqual([0, ''])
  expect(JSON.parse(done.released).info.version).toBe(next)
})

test('a change of texts has no requirements', async () => {
  const { status, stdout } = await changes((document) => {
    Object.assign(document.info, { description: 'Other words.' })
  }, `## ${version}\n`)
  expect([status, stdout]).toEqual([0, `No changes except texts since ${version} was released\n`])
})
