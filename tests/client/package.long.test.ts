import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { build } from 'rolldown'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { send } from '../../contract-tests/support/http.ts'
import { signedHeaders } from '../../server/deliveries/attempt-delivery.ts'
import { closeServer, listen } from '../../server/http/http-server.ts'
import { compileProject } from '../kit/compile.ts'
import { read, root } from '../kit/project.ts'
import { waitForOutput } from '../kit/run.ts'
import { testServer } from '../kit/server/test-server.ts'
import { makeTemporaryFolder } from '../kit/temporary-folder.ts'
import { vectors } from './vectors.ts'

const run = promisify(execFile)
const library = (name: string) => `file:${join(root, 'node_modules', name)}`
const readme = read('packages/client/README.md')
const chapter = read('openapi/chapters/receiving-deliveries.md')
const blocks = (text: string) =>
  [...text.matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) => code)

/** A project outside the repository with only the package, installed from its tarball. */
const project = { folder: '', files: new Map<string, string>() }

beforeAll(async () => {
  const { path, remove } = makeTemporaryFolder()
  const pack = ['pack', './packages/client', '--pack-destination', path, '--silent']
  const { stdout } = await run('npm', pack, { cwd: root })
  const tarball = stdout.trim().split('\n').at(-1) ?? ''
  // Uses the installed dependencies, so that npm contacts no registry.
  const dependencies = {
    'merch-fulfillment-client': `file:${tarball}`,
    'openapi-fetch': library('openapi-fetch'),
    'openapi-typescript-helpers': library('openapi-typescript-helpers'),
  }
  writeFileSync(join(path, 'package.json'), JSON.stringify({ type: 'module', dependencies }))
  const options = ['--offline', '--install-links', '--ignore-scripts', '--no-audit', '--no-fund']
  await run('npm', ['install', ...options], { cwd: path })
  project.folder = path
  for (const [i, code] of blocks(readme).entries()) project.files.set(`readme-${i}.ts`, code)
  for (const [i, code] of blocks(chapter).entries()) project.files.set(`chapter-${i}.ts`, code)
  for (const [name, code] of project.files) writeFileSync(join(path, name), code)
  return remove
})

test('The package has its exports, and no tests, build scripts or sources', async () => {
  const folder = join(project.folder, 'node_modules/merch-fulfillment-client')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  expect(files).toEqual(expect.arrayContaining(['README.md', 'package.json', 'dist/LICENSE']))
  expect(files.filter((name) => /test|build|(?<!\.d)\.ts$/.test(name))).toEqual([])
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const { devDependencies } = JSON.parse(read('package.json'))
  expect(dependencies).toEqual({ 'openapi-fetch': devDependencies['openapi-fetch'] })
  const published = JSON.parse(readFileSync(join(folder, 'dist/signature-vectors.json'), 'utf8'))
  expect(published.vectors).toEqual(vectors)
})

test('The package with its dependency is under 10 kB minified and compressed', async () => {
  const bytes = await measure(
    join(project.folder, 'node_modules/merch-fulfillment-client/dist/packages/client'),
  )
  expect(bytes).toBeGreaterThan(3_000)
  expect(bytes).toBeLessThan(10_000)
})

describe('The examples of the README and the docs', () => {
  /** Compiles files with the declarations that they import. Returns the lines that the compiler prints. */
  const compile = (files: readonly string[], options: object) => {
    const config = join(project.folder, 'tsconfig.json')
    const strict = {
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      target: 'es2022',
    }
    const typeRoots = [join(root, 'node_modules/@types')]
    const compilerOptions = { ...strict, typeRoots, ...options }
    writeFileSync(config, JSON.stringify({ compilerOptions, files }))
    return compileProject(config)
  }

  test('compile with the types and module resolution of Node', () => {
    const options = { module: 'nodenext', lib: ['es2022'], types: ['node'], skipLibCheck: true }
    expect(compile([...project.files.keys()], options)).toEqual([])
  })

  test('compile with the types of a browser and the module resolution of a bundler', () => {
    const examples = [...project.files].filter(([, code]) => !code.includes('node:'))
    for (const [name, code] of examples)
      writeFileSync(
        join(project.folder, `browser-${name}`),
        code.replaceAll(/process\.env\.\w+ \?\? /g, ''),
      )
    const lib = ['es2022', 'dom', 'dom.iterable']
    const options = { module: 'esnext', moduleResolution: 'bundler', lib, types: [] }
    const files = examples.map(([name]) => `browser-${name}`)
    expect(files).toHaveLength(7)
    expect(compile(files, options)).toEqual([])
  })

  test('run against the server unchanged', async () => {
    const { url, key } = await testServer()
    const env = { PATH: process.env.PATH ?? '', MERCH_URL: url, MERCH_KEY: key }
    const calling = [...project.files].filter(([, code]) => code.includes('createClient'))
    const printed = await Promise.all(
      calling.map(async ([file]) => {
        const { stdout, stderr } = await run(process.execPath, [file], { cwd: project.folder, env })
        expect(stderr).toBe('')
        return stdout
      }),
    )
    expect(printed).toHaveLength(6)
    const [start = '', lists = '', errors = '', ending = '', rateLimit = '', retry = ''] = printed
    expect(start).toMatch(/^MF-\d+ .*\n(.*\n)*\d+ requests left for acc_\w+\n$/)
    expect(lists).toMatch(/MF-\d+\n$/)
    expect(errors).toBe('Unknown order: Order not found\n')
    // This example prints deprecations; no operation is deprecated.
    expect(ending).toBe('')
    expect(rateLimit).toMatch(/^4 \{ limit: 1000000, remaining: \d+, resetSeconds: \d+ \}\n$/)
    expect(retry).toMatch(/^MF-\d+\n$/)
  })

  test('receive deliveries unchanged', async () => {
    const [file = ''] = [...project.files].find(([, code]) => code.includes('.listen(')) ?? []
    const free = createServer()
    const port = await listen(free, 0, '127.0.0.1')
    await closeServer(free, 0)
    const env = { PATH: process.env.PATH ?? '', PORT: String(port), WEBHOOK_SECRET: 'whsec_mine' }
    const child = execFile(process.execPath, [file], { cwd: project.folder, env })
    onTestFinished(() => void child.kill('SIGKILL'))
    const [vector] = vectors
    const deliver = (secret: string) => {
      const body = vector?.body ?? ''
      const headers = signedHeaders(secret, 'order.shipped', body, Date.now())
      const sent = { method: 'POST', path: '/', headers, body }
      return send(`http://127.0.0.1:${port}`, sent).catch(() => undefined)
    }
    const printed = waitForOutput(child, /^MF-100042 1Z999AA10123456784\n/)
    await expect.poll(async () => (await deliver('whsec_mine'))?.status).toBe(204)
    await printed
    expect(await deliver('whsec_other')).toMatchObject({
      status: 400,
      text: expect.stringContaining('The signature does not match'),
    })
  })
})

/**
 * Measures the size of the package with its dependency.
 * @param folder the folder of the compiled modules.
 * @returns bytes, minified and compressed.
 */
async function measure(folder: string): Promise<number> {
  const { output } = await build({
    input: ['index.js', 'webhooks/index.js'].map((file) => join(folder, file)),
    platform: 'browser',
    write: false,
    output: { minify: true },
  })
  const code = output.map((each) => (each.type === 'chunk' ? each.code : '')).join('')
  return gzipSync(code, { level: 9 }).length
}
