import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { document } from '../../contract-tests/support/contract.ts'
import { mergeMethods } from '../../docs/site/reference-markdown.ts'
import { codeSamples } from '../../docs/site/samples.ts'
import { demoKeys } from '../../mock/demo-keys.ts'
import { readOperations } from '../../packages/openapi-hono/model/model.ts'
import { listen } from '../kit/listen.ts'
import { servedMock } from '../kit/mock/served-mock.ts'
import { testServer } from '../kit/server/test-server.ts'
import { makeFolderInProject } from '../kit/temporary-folder.ts'

/** The document as the docs show it. */
const shown = mergeMethods(document)
const operations = readOperations(shown)
const samples = codeSamples(shown)

/** Returns the samples of two operations, with and without a body, that use the text in every parameter. */
const samplesWith = (words: string) => {
  const schema = {}
  const parameters = [
    { name: 'who', in: 'path', required: true, example: words, schema },
    { name: 'q', in: 'query', required: true, example: [words, 'b'], schema },
  ]
  const content = { 'application/json': { schema, example: { 'a-b': words } } }
  const requestBody = { required: true, content }
  const put = { operationId: 'say', parameters, requestBody, responses: {} }
  const get = { operationId: 'ask', parameters, responses: {} }
  const info = { title: 'Words', version: '1' }
  return codeSamples({ openapi: '3.1.0', info, paths: { '/say/{who}': { get, put } } })
}

const languages = [
  { label: 'curl', program: 'curl', runner: 'sh', file: 'sample.sh' },
  { label: 'TypeScript', program: process.execPath, runner: process.execPath, file: 'sample.mts' },
  { label: 'Python', program: 'python3', runner: 'python3', file: 'sample.py' },
]

const isInstalled = (program: string): boolean =>
  spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined

const folder = makeFolderInProject()
afterAll(folder.remove)

/** Runs a sample; only the import of the client is changed. @throws if it fails. */
const runSample = async (
  source: string,
  { runner, file }: { runner: string; file: string },
  environment: Record<string, string>,
): Promise<string> => {
  const path = join(mkdtempSync(join(folder.path, 'sample-')), file)
  writeFileSync(
    path,
    source.replace(`'merch-fulfillment-client'`, `'../../../packages/client/index.ts'`),
  )
  const env = { PATH: process.env.PATH, ...environment }
  const { stdout } = await promisify(execFile)(runner, [path], { env })
  return stdout
}

type Exchange = { method: string; url: string; status: number }

/** What samples run against: a new one for each language, with the data that it starts with. */
const services = [
  {
    name: 'the demo server',
    start: async () => {
      const exchanges: Exchange[] = []
      const { url, key } = await testServer({
        around: (app) => ({
          fetch: async (request, ...rest) => {
            const response = await app.fetch(request, ...rest)
            exchanges.push({ method: request.method, url: request.url, status: response.status })
            return response
          },
        }),
      })
      return { url, key, exchanges: () => exchanges }
    },
  },
  ...[true, false].map((stateful) => ({
    name: stateful ? 'the stateful mock' : 'the mock',
    start: async () => {
      const { address: url, mock } = await servedMock({ stateful })
      return { url, key: demoKeys.demo, exchanges: () => mock.requests.entries }
    },
  })),
]

/** They run last: they change the objects that other samples name. */
const changing = ['updateWebhook', 'cancelOrder', 'deleteWebhook']

describe.each(languages)('Samples in $label', ({ label, program, ...how }) => {
  // A mock answers all languages alike: in a sample of the cases, curl asks it.
  const asked = inject('isThorough') || label === 'curl' ? services : services.slice(0, 1)
  test.for(asked)('run unchanged against $name and succeed', async ({ start }, { skip }) => {
    if (!isInstalled(program)) skip(`${program} is not installed`)
    const { url, key, exchanges } = await start()
    const run = async (id: string) => {
      const source = samples.get(id)?.find((sample) => sample.label === label)?.source ?? ''
      const output = await runSample(source, how, { MERCH_URL: url, MERCH_KEY: key })
      expect([id, output]).not.toEqual([id, ''])
    }
    const ids = operations.map(({ id }) => id)
    await Promise.all(ids.filter((id) => !changing.includes(id)).map(run))
    for (const id of changing) await run(id)

    for (const { id, method, path, replies } of operations) {
      const filled = path.replaceAll(/\{\w+\}/g, '[a-z]{3}_\\w{32}')
      const pattern = RegExp(`^http://[^/]+${filled}(\\?|$)`)
      const found = exchanges().filter(
        (each) => each.method === method.toUpperCase() && pattern.test(each.url),
      )
      const status = replies.find((reply) => reply.status >= 200 && reply.status < 300)?.status
      expect([id, ...found.map((each) => each.status)]).toEqual([id, status])
    }
  })

  test('special characters of shells and languages arrive unchanged', async ({ skip }) => {
    if (!isInstalled(program)) skip(`${program} is not installed`)
    const words = `it's "50 %" \\ of $HOME & \`id\` !\n{x} \u2028 ä 🎁`
    const received: unknown[] = []
    const server = createServer(async (request, response) => {
      const url = new URL(request.url ?? '', 'http://localhost')
      const sent = await text(request)
      received.push([decodeURIComponent(url.pathname), url.searchParams.getAll('q'), sent])
      response.end()
    })
    const port = await listen(server)
    for (const each of samplesWith(words).values()) {
      const source = each.find((sample) => sample.label === label)?.source ?? ''
      await runSample(source, how, { BASE_URL: `http://127.0.0.1:${port}` })
    }
    server.close()
    expect(received).toEqual([
      [`/say/${words}`, [words, 'b'], ''],
      [`/say/${words}`, [words, 'b'], expect.stringMatching(/^\{.*\}$/s)],
    ])
    expect(JSON.parse(String(received.flat().at(-1)))).toEqual({ 'a-b': words })
  })
})
