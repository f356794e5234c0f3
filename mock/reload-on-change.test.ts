import { cpSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../server/config.ts'
import { send } from '../testkit/http.ts'
import { recordingLog } from '../testkit/recording-log.ts'
import { temporaryFolder } from '../testkit/temporary-folder.ts'
import { demoKeys } from './demo-keys.ts'
import { reloadOnChange } from './reload-on-change.ts'
import { serveMock } from './serve-mock.ts'

/** Starts a mock on a copy of the document, and records its messages. */
const onCopy = async () => {
  const folder = join(temporaryFolder(), 'openapi')
  cpSync(fileURLToPath(new URL('../openapi', import.meta.url)), folder, { recursive: true })
  const options = { stateful: false, scenario: 'demo', seed: 'x' } as const
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
  const name = async (): Promise<string> => {
    const headers = { authorization: `Bearer ${demoKeys.demo}` }
    const { text } = await send(running.address, { path: '/v1/campaigns/list', headers })
    return text
  }
  return { change, name }
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
  for (const after of ['First kit', 'Second kit', 'Third kit']) {
    expect(await change(campaigns, before, after, true)).toMatch(/was reloaded/)
    expect(await name()).toContain(after)
    before = after
  }
  expect(await change(campaigns, before, '"unclosed', true)).toMatch(
    /continues with the last valid one/,
  )
})

test('a change of the contract asks to run npm run generate', async () => {
  const { change, name } = await onCopy()
  await change(campaigns, 'name: New starter kit', 'name: New starter kit\n    colour: red')
  const said = await change(
    'components/schemas/Campaign.yaml',
    /^properties:\n/m,
    'properties:\n  colour: { type: string, description: Its colour., example: red }\n',
  )
  expect(said).toMatch(/listCampaigns does not match generated\/: .* Run npm run generate/)
  expect(await name()).not.toContain('colour')
})
