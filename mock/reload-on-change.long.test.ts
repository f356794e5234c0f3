import { cpSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { endpoints } from '../generated/operations.ts'
import { replies } from '../generated/replies.ts'
import { servedMock } from '../tests/kit/mock/served-mock.ts'
import { temporaryFolder } from '../tests/kit/temporary-folder.ts'
import { reloadOnChange, useLayer } from './reload-on-change.ts'

test('a changed document is used, with its validation; what cannot be used is reported, and data stays', async () => {
  const folder = join(temporaryFolder(), 'openapi')
  cpSync(fileURLToPath(new URL('../openapi', import.meta.url)), folder, { recursive: true })
  const { ask, call, useDocument } = await servedMock({ stateful: true })
  const lines: string[] = []
  const layer = { endpoints: { ...endpoints }, replies: { ...replies } }
  const stop = await reloadOnChange({ useDocument }, pathToFileURL(`${folder}/`), (line) =>
    lines.push(line),
  )
  onTestFinished(() => {
    stop()
    // Tests share modules.
    useLayer(layer)
  })
  /** Replaces a file, as editors do. */
  const change = (file: string, from: string | RegExp, to: string) => {
    const path = join(folder, file)
    writeFileSync(`${path}.new`, readFileSync(path, 'utf8').replace(from, to))
    renameSync(`${path}.new`, path)
  }
  const textOf = async (path: string, asked = {}) =>
    (await call(path, { ...asked, unchecked: true })).text
  const webhook = { url: 'https://hooks.example.com/', events: ['order.created'] }
  await textOf('/webhooks', { method: 'POST', json: webhook })
  expect(await textOf('/products/list?limit=51')).toMatch(/^\[/)

  const color = 'properties:\n  color: { type: string, description: Its color., example: red }\n'
  change('components/schemas/Campaign.yaml', /^properties:\n/m, color)
  change('components/examples/Campaigns.yaml', 'name: New', 'color: red\n    name: New')
  change('components/parameters/limit.yaml', 'maximum: 1000', 'maximum: 50')
  const tooLarge = '{"message":"limit: must be at most 50"}'
  await expect.poll(() => textOf('/products/list?limit=51')).toBe(tooLarge)
  const preferred = { headers: { prefer: 'code=200' } }
  await expect.poll(() => textOf('/campaigns/list', preferred)).toContain('"color":"red"')
  expect(await textOf('/webhooks')).toContain(webhook.url)

  change('openapi.yaml', '/v1/campaigns/list:', '/v1/campaigns/all:')
  await expect.poll(() => textOf('/campaigns/all')).toMatch(/^\[/)
  expect(await textOf('/campaigns/list')).toBe('{"message":"Not found"}')
  const { text } = await ask('/openapi.json', { key: null, unchecked: true })
  expect(Object.keys(JSON.parse(text).paths)).toContain('/v1/campaigns/all')
  change('components/schemas/Campaign.yaml', 'type: string', '$ref: ./Nowhere.yaml')
  await expect.poll(() => lines.at(-1)).toMatch(/Nowhere\.yaml/)
  expect(await textOf('/products/list?limit=51')).toBe(tooLarge)
})
