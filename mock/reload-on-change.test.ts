import { cpSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { parseDocument } from '../codegen/model/document.ts'
import { readDocument } from '../codegen/model/read-document.ts'
import { readConfig } from '../server/config.ts'
import { requestsTo } from '../server/testing/test-server.ts'
import { recordingLog } from '../testkit/recording-log.ts'
import { temporaryFolder } from '../testkit/temporary-folder.ts'
import { demoKeys } from './demo-keys.ts'
import { contractOf, loadedLayer, useLayer } from './document.ts'
import { reloadOnChange } from './reload-on-change.ts'
import { serveMock } from './serve-mock.ts'

/** Starts a mock on a copy of the document, and records its messages. */
const onCopy = async (stateful = false) => {
  const folder = join(temporaryFolder(), 'openapi')
  cpSync(fileURLToPath(new URL('../openapi', import.meta.url)), folder, { recursive: true })
  const options = { stateful, scenario: 'demo', seed: 'x' } as const
  const running = await serveMock(readConfig({ PORT: '0' }), recordingLog().log, options)
  const said: string[] = []
  let heard = () => {}
  const stopWatching = reloadOnChange(running.mock, pathToFileURL(`${folder}/`), (line) => {
    said.push(line)
    heard()
  })
  onTestFinished(async () => {
    stopWatching()
    await running.stop()
  })
  const change = async (
    file: string,
    from: string | RegExp,
    to: string,
    byRename = false,
  ): Promise<string> => {
    const path = join(folder, file)
    const next = new Promise<void>((resolve) => {
      heard = resolve
    })
    const text = readFileSync(path, 'utf8').replace(from, to)
    if (byRename) {
      writeFileSync(`${path}.new`, text)
      renameSync(`${path}.new`, path)
    } else writeFileSync(path, text)
    await next
    return said.at(-1) ?? ''
  }
  const request = requestsTo(running.address, demoKeys.demo)
  // The responses follow the changed document.
  const ask = (path: string, json?: object) =>
    request({ method: json ? 'POST' : 'GET', path, json, unchecked: true })
  const name = async () => (await ask('/v1/campaigns/list')).text
  return { ask, change, name }
}

const campaigns = 'components/examples/Campaigns.yaml'

test('a changed example is used; an invalid document is reported and the last valid one stays', async () => {
  const { change, name } = await onCopy()
  expect(await name()).toContain('New starter kit')
  expect(await change(campaigns, 'New starter kit', 'Spring kit')).toMatch(/was reloaded/)
  expect(await name()).toContain('Spring kit')
  expect(await change(campaigns, 'Spring kit', '"unclosed')).toMatch(
    /continues with the last valid one:\n.+/,
  )
  expect(await name()).toContain('Spring kit')
  expect(await change(campaigns, '"unclosed', 'Summer kit')).toMatch(/was reloaded/)
  expect(await name()).toContain('Summer kit')
})

test('files that are replaced by renaming are reloaded each time', async () => {
  const { change, name } = await onCopy()
  let before = 'New starter kit'
  for (const after of ['First kit', 'Second kit']) {
    expect(await change(campaigns, before, after, true)).toMatch(/was reloaded/)
    expect(await name()).toContain(after)
    before = after
  }
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
  expect((await ask('/v1/webhooks', webhook)).status).toBe(201)
  const limit = 'components/parameters/limit.yaml'
  expect((await ask('/v1/products/list?limit=51')).status).toBe(200)
  expect(await change(limit, 'maximum: 1000', 'maximum: 50')).toMatch(/was reloaded/)
  expect(await ask('/v1/products/list?limit=51')).toMatchObject({
    status: 400,
    body: { message: 'limit: must be at most 50' },
  })
  expect((await ask('/v1/products/list?limit=50')).status).toBe(200)
  expect((await ask('/v1/webhooks')).text).toContain(webhook.url)
})

test('a changed path asks to run npm run generate', async () => {
  const { change, name } = await onCopy()
  expect(await change('openapi.yaml', '/v1/campaigns/list:', '/v1/campaigns/all:')).toMatch(
    /Operations, methods or paths changed\. Run npm run generate, then restart the mock\./,
  )
  expect(await name()).toContain('New starter kit')
})

test('only the contract decides whether code is generated', async () => {
  const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
  const text = read('../generated/openapi.json')
  const contract = contractOf(parseDocument(text))
  const source = fileURLToPath(new URL('../openapi/openapi.yaml', import.meta.url))
  expect(contractOf(await readDocument(source))).toBe(contract)
  const changed = (from: RegExp | string, to: string) =>
    contractOf(parseDocument(text.replace(from, to)))
  expect(changed('New starter kit', 'Spring kit')).toBe(contract)
  expect(changed(/"description": "[\w ]+\."/g, '"description": "Changed"')).toBe(contract)
  expect(changed(/"maximum": 1000\b/, '"maximum": 50')).not.toBe(contract)
})
