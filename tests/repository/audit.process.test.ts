import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { parseYaml } from '@redocly/openapi-core'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { closeServer } from '../../server/http/connection/close-server.ts'
import { listen } from '../../server/http/connection/listen.ts'
import { installedWith } from '../../tools/sbom/installed.ts'

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')

const Workflow = z.object({
  jobs: z.looseObject({
    audit: z.object({ steps: z.array(z.object({ run: z.string().optional() })) }),
  }),
})
const { audit } = Workflow.parse(
  z.looseObject({}).parse(parseYaml(read('.github/workflows/ci.yml'))),
).jobs
const [command = ''] = audit.steps.flatMap(({ run }) => run ?? [])

/** Runs what CI runs, against a registry of the test's own. */
const auditedBy = async (answer: { status: number; body: unknown }) => {
  const asked: unknown[] = []
  const registry = createServer(async (incoming, outgoing) => {
    // Of what is weak, npm asks which versions there are.
    if (incoming.method === 'GET') return outgoing.writeHead(404).end()
    const sent = await buffer(incoming)
    const body = incoming.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent
    asked.push(JSON.parse(body.toString()))
    outgoing.writeHead(answer.status, { 'Content-Type': 'application/json' })
    outgoing.end(JSON.stringify(answer.body))
  })
  const port = await listen(registry, 0, '127.0.0.1')
  onTestFinished(() => closeServer(registry, 0))
  const environment = {
    ...process.env,
    npm_config_registry: `http://127.0.0.1:${port}`,
    npm_config_fetch_retries: '0',
    npm_config_offline: 'true',
  }
  const status = await new Promise<number | string | null | undefined>((resolve) => {
    execFile('sh', ['-c', command], { env: environment }, (error) =>
      resolve(error ? error.code : 0),
    )
  })
  return { status, asked }
}

test('the audit asks about every package of production, and passes when there is nothing to say', async () => {
  const { status, asked } = await auditedBy({ status: 200, body: {} })
  const Asked = z.tuple([z.record(z.string(), z.array(z.string()))])
  const packages = Object.entries(Asked.parse(asked)[0]).flatMap(([name, versions]) =>
    versions.map((version) => `${name}@${version}`),
  )
  const { dependencies } = JSON.parse(read('package.json'))
  const installed = installedWith(JSON.parse(read('package-lock.json')), Object.keys(dependencies))
  expect(packages.toSorted()).toEqual(expect.arrayContaining(installed.toSorted()))
  expect(status).toBe(0)
})

test('a weakness fails it', async () => {
  const weakness = {
    id: 1,
    url: 'https://example.com',
    title: 'Weak',
    severity: 'low',
    vulnerable_versions: '*',
    cwe: [],
    cvss: { score: 0, vectorString: null },
  }
  const { status } = await auditedBy({ status: 200, body: { hono: [weakness] } })
  expect(status).toBe(1)
})

test('a registry that does not answer fails it, too', async () => {
  const { status } = await auditedBy({ status: 503, body: {} })
  expect(status).toBe(1)
})
