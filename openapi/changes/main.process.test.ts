import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { Document, Schema } from '../../codegen/model/document.ts'
import { runProgram } from '../../testkit/run.ts'
import { temporaryFolder } from '../../testkit/temporary-folder.ts'

const text = readFileSync(fileURLToPath(new URL('../released/v1.json', import.meta.url)), 'utf8')
const { version }: Document['info'] = JSON.parse(text).info
const [major, minor] = version.split('.').map(Number)
const next = `${major}.${Number(minor) + 1}.0`

type Edit = (document: Document, schema: (name: string) => Schema) => void

/** Runs the command on our released document and a copy that was edited. */
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

test('three edits that break somebody are refused, each in a sentence that names whom', async () => {
  const { status, stdout, stderr, released } = await changes(
    (document, schema) => {
      // A field that is read goes.
      const order = schema('Order')
      delete order.properties?.orderNumber
      order.required = (order.required ?? []).filter((name) => name !== 'orderNumber')
      for (const { value } of Object.values(document.components?.examples ?? {}))
        for (const each of [value].flat())
          if (typeof each === 'object' && each !== null && 'allocationStatus' in each)
            Reflect.deleteProperty(each, 'orderNumber')
      // A bound of what is sent narrows.
      Object.assign(schema('OrderLineCreate').properties?.quantity ?? {}, { maximum: 100 })
      // A parameter that nobody sends yet must be sent.
      document.paths?.['/v1/orders/list']?.get?.parameters?.push({
        ...{ name: 'region', in: 'query', required: true, schema: { type: 'string' } },
      })
    },
    `## ${version}\n`,
    '--release',
  )
  expect(stdout).toContain(
    'Integrators who read `orderNumber` of an order will no longer find it.\n      Cancel an order (POST /v1/orders/cancel)\n',
  )
  expect(stdout).toContain(
    'Integrators who send `products[].quantity` above 100 will be refused; until now the bound was 100,000.\n      Create an order (POST /v1/orders/create)\n',
  )
  expect(stdout).toContain(
    'Integrators, all of them, will be refused until they send `region`: it is new, and required.\n      List orders (GET /v1/orders/list)\n',
  )
  expect(stderr).toMatch(/^\nv1 keeps its promises\..*\n$/)
  expect([status, released]).toEqual([1, text])
})

test('an addition waits for its version and its line, and then can be released', async () => {
  const add: Edit = (_, schema) =>
    Object.assign(schema('OrderCreate').properties ?? {}, { giftMessage: { type: 'string' } })
  const waiting = await changes(add, `## ${version}\n`, '--release')
  expect(waiting.stdout).toContain(
    '`giftMessage` may be sent.\n      Create an order (POST /v1/orders/create)\n',
  )
  expect(waiting.stderr).toBe(
    `\n\`info.version\` in openapi/openapi.yaml must be at least ${next}; it is ${version}.\nopenapi/CHANGELOG.md must have a section "## ${next}".\n`,
  )
  expect([waiting.status, waiting.released]).toEqual([1, text])
  const raise: Edit = (document, schema) => {
    add(document, schema)
    document.info.version = next
  }
  const done = await changes(raise, `## ${next}\n\n- \`giftMessage\`\n`, '--release')
  expect([done.status, done.stderr]).toEqual([0, ''])
  expect(JSON.parse(done.released)).toMatchObject({
    info: { version: next },
    components: {
      schemas: { OrderCreate: { properties: { giftMessage: { type: 'string' } } } },
    },
  })
})

test('words cost nothing', async () => {
  const { status, stdout } = await changes((document) => {
    Object.assign(document.info, { description: 'Other words.' })
  }, `## ${version}\n`)
  expect([status, stdout]).toEqual([
    0,
    `Nobody has to do anything: nothing but words changed since ${version} was released\n`,
  ])
})

test('a document that is not there is said in one line', async () => {
  const { status, stderr } = await runProgram('openapi/changes/main.ts', ['--released', '/none'])
  expect(status).toBe(1)
  expect(stderr).toMatch(/^[^\n]*ENOENT[^\n]*'\/none'\n$/)
})
