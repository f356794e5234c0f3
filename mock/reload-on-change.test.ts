import { cpSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { parseDocument } from '../codegen/model/document.ts'
import { temporaryFolder } from '../testkit/temporary-folder.ts'
import { assertSchemasCompile, contractOf, loadedLayer, useLayer } from './document.ts'
import { reloadOnChange } from './reload-on-change.ts'
import { servedMock } from './testing/served-mock.ts'

/** Starts a mock on a copy of the document, with a function that changes a file and returns what the mock prints. */
const onCopy = async (stateful = false) => {
  const folder = join(temporaryFolder(), 'openapi')
  cpSync(fileURLToPath(new URL('../openapi', import.meta.url)), folder, { recursive: true })
  const { mock, call } = await servedMock({ stateful })
  let print = (_: string) => {}
  onTestFinished(reloadOnChange(mock, pathToFileURL(`${folder}/`), (line) => print(line)))
  const change = (file: string, from: string | RegExp, to: string, byRename = false) => {
    const path = join(folder, file)
    const printed = new Promise<string>((resolve) => {
      print = resolve
    })
    const text = readFileSync(path, 'utf8').replace(from, to)
    writeFileSync(byRename ? `${path}.new` : path, text)
    if (byRename) renameSync(`${path}.new`, path)
    return printed
  }
  // The responses follow the changed document.
  const ask = (path: string, json?: object) =>
    call(path, { method: json ? 'POST' : 'GET', json, unchecked: true })
  const name = async () => (await ask('/campaigns/list')).text
  return { ask, change, name }
}

const campaigns = 'components/examples/Campaigns.yaml'

test('a changed example is used; what cannot be used is reported, and the last valid document stays', async () => {
  const { change, name } = await onCopy()
  expect(await name()).toContain('New starter kit')
  expect(await change(campaigns, 'New starter kit', 'Spring kit')).toMatch(/was reloaded/)
  expect(await name()).toContain('Spring kit')
  // Files that are replaced are watched, too.
  expect(await change(campaigns, 'Spring kit', '"unclosed', true)).toMatch(
    /continues with the last valid one:\n.+/,
  )
  expect(await name()).toContain('Spring kit')
  expect(await change(campaigns, '"unclosed', 'Autumn kit', true)).toMatch(/was reloaded/)
  expect(await name()).toContain('Autumn kit')
  expect(await change('openapi.yaml', '/v1/campaigns/list:', '/v1/campaigns/all:')).toMatch(
    /Operations, methods or paths changed\. Run npm run generate, then restart the mock\./,
  )
  expect(await name()).toContain('Autumn kit')
})

/** Uses the generated code of the repository again after the test: tests share modules. */
const restoreLayer = () => {
  const layer = { endpoints: { ...loadedLayer.endpoints }, replies: { ...loadedLayer.replies } }
  onTestFinished(() => useLayer(layer))
}

test('a changed property is in the responses when schema and example have it', async () => {
  restoreLayer()
  const { change, name } = await onCopy()
  expect(
    await change(campaigns, 'name: New starter kit', 'name: New starter kit\n    color: red'),
  ).toMatch(
    /The example of listCampaigns does not match its schema: the property body\[0\]\.color is not/,
  )
  expect(await name()).not.toContain('color')
  const said = await change(
    'components/schemas/Campaign.yaml',
    /^properties:\n/m,
    'properties:\n  color: { type: string, description: Its color., example: red }\n',
  )
  expect(said).toMatch(/was reloaded/)
  expect(await name()).toContain('"color":"red"')
})

test('a changed bound is enforced, and a stateful mock keeps its data', async () => {
  restoreLayer()
  const { ask, change } = await onCopy(true)
  const webhook = { url: 'https://hooks.example.com/', events: ['order.created'] }
  expect((await ask('/webhooks', webhook)).status).toBe(201)
  expect((await ask('/products/list?limit=51')).status).toBe(200)
  const limit = 'components/parameters/limit.yaml'
  expect(await change(limit, 'maximum: 1000', 'maximum: 50')).toMatch(/was reloaded/)
  expect(await ask('/products/list?limit=51')).toMatchObject({
    status: 400,
    body: { message: 'limit: must be at most 50' },
  })
  expect((await ask('/webhooks')).text).toContain(webhook.url)
})

const text = readFileSync(new URL('../generated/openapi.json', import.meta.url), 'utf8')
const changed = (from: RegExp | string, to: string) => parseDocument(text.replace(from, to))

test('examples and descriptions are not part of the contract, so that changing them is fast', () => {
  const contract = contractOf(parseDocument(text))
  expect(contractOf(changed('New starter kit', 'Spring kit'))).toBe(contract)
  expect(contractOf(changed(/"description": "[\w ]+\."/g, '"description": "New"'))).toBe(contract)
  expect(contractOf(changed(/"maximum": 1000\b/, '"maximum": 50'))).not.toBe(contract)
})

test.each([
  [/"maxLength":\s*254,/, '"minLength": -1,', /^components\.schemas\.\w+\S* is not a valid JSON/],
  [/"type":\s*"array",\s*"items":/, '"type": "list", "items":', / is not a valid .*type/],
  ['#/components/schemas/Order"', '#/components/schemas/Nothing"', / is not a valid .*Nothing/],
  [
    /"maximum":\s*1000,/,
    '"maximum": "1000",',
    /^components\.parameters\.limit\.schema is .*maximum/,
  ],
])('a schema that does not compile is rejected with its place: %s', (from, to, message) => {
  expect(() => assertSchemasCompile(changed(from, to))).toThrow(message)
})
