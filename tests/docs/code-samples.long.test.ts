import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, test } from 'vitest'
import type { Document } from '../../codegen/model/document.ts'
import { readOperations } from '../../codegen/model/model.ts'
import { codeSamples } from '../../codegen/samples/code-samples.ts'
import { makeExampleDatabase } from './example-database.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const document: Document = JSON.parse(readFileSync(join(root, 'generated/openapi.json'), 'utf8'))
const operations = readOperations(document)
const samples = codeSamples(document)

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

/** The programs that run the samples. */
const languages = [
  { label: 'curl', program: 'curl', runner: 'sh', file: 'sample.sh' },
  { label: 'TypeScript', program: process.execPath, runner: process.execPath, file: 'sample.ts' },
  { label: 'Python', program: 'python3', runner: 'python3', file: 'sample.py' },
]

/** Whether a program is installed. */
const isInstalled = (program: string): boolean =>
  spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined

const database = await makeExampleDatabase()
let folder = ''

beforeAll(() => {
  // Samples find packages only inside the project.
  mkdirSync(join(root, 'dist'), { recursive: true })
  folder = mkdtempSync(join(root, 'dist', 'samples-'))
})

afterAll(() => {
  rmSync(folder, { recursive: true })
  database.remove()
})

/** Runs a sample; only the import of the client is changed. @throws if it fails. */
const runSample = async (
  source: string,
  { runner, file }: { runner: string; file: string },
  environment: Record<string, string>,
): Promise<string> => {
  const path = join(mkdtempSync(join(folder, 'sample-')), file)
  writeFileSync(path, source.replace(`'merch-fulfillment-client'`, `'../../../client/index.ts'`))
  const env = { PATH: process.env.PATH, ...environment }
  const { stdout } = await promisify(execFile)(runner, [path], { env })
  return stdout
}

/** Starts a server that records its requests and responses. */
const observed = async () => {
  const exchanges: { method: string; path: string; status: number }[] = []
  const server = await database.serve((app) => ({
    fetch: async (request, ...rest) => {
      const response = await app.fetch(request, ...rest)
      const { pathname: path } = new URL(request.url)
      exchanges.push({ method: request.method, path, status: response.status })
      return response
    },
  }))
  return { server, exchanges }
}

describe.each(languages)('Samples in $label', ({ label, program, ...how }) => {
  test.concurrent.for(operations)(
    '$id runs unchanged and succeeds',
    async ({ id, method, path, replies }, { expect, skip }) => {
      if (!isInstalled(program)) skip(`${program} is not installed`)
      const { server, exchanges } = await observed()
      const source = samples.get(id)?.find((sample) => sample.label === label)?.source ?? ''
      const environment = { BASE_URL: server.url, API_KEY: database.key }
      const stdout = await runSample(source, how, environment).finally(server.stop)
      const [start = ''] = path.split('{')
      expect(exchanges).toEqual([
        {
          method: method.toUpperCase(),
          path: expect.stringMatching(RegExp(`^${start}`)),
          status: replies.find(({ status }) => status >= 200 && status < 300)?.status,
        },
      ])
      expect(stdout).not.toBe('')
    },
  )

  test('special characters of shells and languages arrive unchanged', async ({ expect, skip }) => {
    if (!isInstalled(program)) skip(`${program} is not installed`)
    const words = `it's "50 %" \\ of $HOME & \`id\` !\n{x} \u2028 ä 🎁`
    const received: unknown[] = []
    const server = createServer(async (request, response) => {
      const url = new URL(request.url ?? '', 'http://localhost')
      const sent = await text(request)
      received.push([decodeURIComponent(url.pathname), url.searchParams.getAll('q'), sent])
      response.end()
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : undefined
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
