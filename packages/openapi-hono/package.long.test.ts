import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { compileProject, strictest } from '../../tests/kit/compile.ts'
import { hasTurn, ofToday } from '../../tests/kit/of-today.ts'
import { root } from '../../tests/kit/project.ts'
import { publicDocuments } from '../../tests/kit/public-documents.ts'
import { waitForOutput } from '../../tests/kit/run.ts'
import { makeTemporaryFolder } from '../../tests/kit/temporary-folder.ts'

const page = (name: string) => readFileSync(join(root, 'packages/openapi-hono', name), 'utf8')
const readme = page('README.md')
const recipes = [...page('recipes.md').matchAll(/^```ts\n\/\/ (\S+)\n(.*?)^```$/gms)]
const blocks = [...readme.matchAll(/^```(\w+)\n(.*?)^```$/gms)]
const [install = '', requests = ''] = blocks.flatMap(([, kind, text = '']) =>
  kind === 'sh' ? [text] : [],
)
const ofKind = (wanted: string): string => blocks.find(([, kind]) => kind === wanted)?.[2] ?? ''

const { path: folder, remove } = makeTemporaryFolder()
let server: ChildProcess | undefined

/** Runs shell commands in the project, with the project's Node. */
const shell = async (commands: string) => {
  const run = promisify(execFile)('sh', ['-ec', commands], { cwd: folder })
  return run.then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    ({ code, stdout, stderr }) => ({ code, output: stdout + stderr }),
  )
}

const write = (name: string, text: string) => writeFileSync(join(folder, name), text)

const { compilerOptions } = JSON.parse(ofKind('json'))

/** Bundles a module of the project and its packages for Workers. Returns the file. */
const bundle = async (name: string, minify: boolean): Promise<string> => {
  const outDir = join(folder, 'bundle')
  const ssr = { noExternal: true, target: 'webworker' } as const
  const options = { ssr: join(folder, `${name}.ts`), outDir, minify }
  await build({ configFile: false, root: folder, logLevel: 'silent', ssr, build: options })
  return join(outDir, `${name}.js`)
}

/** The package's command. */
const command = './node_modules/.bin/openapi-hono'

/** Generates the layer of a public document, and writes a service on it. */
const writeService = async () => {
  const documents = publicDocuments(/^@readme/)
  const document = documents.find(([name]) => name.endsWith('readme-legacy'))?.[1]
  const { code } = await shell(`${command} generate "${document}" --out src/service`)
  expect(code).toBe(0)
  write('service.ts', page('testing/service.txt'))
  write(
    'node.ts',
    `import { serve } from '@hono/node-server'
import service from './service.ts'
serve(service, ({ port }) => console.log(\`http://localhost:\${port}\`))
`,
  )
}

beforeAll(async () => {
  const { stdout } = await promisify(execFile)(
    'npm',
    ['pack', './packages/openapi-hono', '--pack-destination', folder, '--silent'],
    { cwd: root },
  )
  const tarball = `./${stdout.trim().split('\n').at(-1)}`
  const { code, output } = await shell(
    install.replace(
      '--save-dev @merch-fulfillment/openapi-hono',
      // The recipes need the client.
      `--save-dev ${tarball} openapi-fetch@0.17.0`,
    ),
  )
  expect([code, output]).toEqual([0, expect.stringContaining('src/api: ')])
  write('server.ts', ofKind('ts'))
  for (const [, name = '', text = ''] of recipes) write(name, text)
  await writeService()
}, 300_000)

afterAll(() => {
  server?.kill('SIGKILL')
  remove()
})

test('the README’s server, the recipes and a service compile with each resolution, strictly, with the types of their packages', {
  timeout: 180_000,
}, async () => {
  write('tsconfig.json', JSON.stringify({ compilerOptions }))
  const project = join(folder, 'tsconfig.json')
  // Version 5 takes five times as long. On the other days it compiles the layers in a folder that has Hono alone.
  if (hasTurn(1, 2))
    expect(await shell('npx tsc --skipDefaultLibCheck')).toEqual({ code: 0, output: '' })
  else expect(compileProject(project)).toEqual([])
  const bundler = { ...compilerOptions, module: 'esnext', moduleResolution: 'bundler' }
  write('tsconfig.json', JSON.stringify({ compilerOptions: bundler }))
  expect(compileProject(project)).toEqual([])
})

if (hasTurn(0, 2))
  test('layers in a folder that has Hono alone compile as strictly as can be', async () => {
    const copy = join(folder, 'copy')
    for (const [name, layer] of [
      ['museum', join(folder, 'src/api')],
      ['generated', join(root, 'generated')],
    ] as const)
      cpSync(layer, join(copy, name), {
        recursive: true,
        // Those in folders need other packages.
        filter: (file) => !/\/(zod|client)$/.test(file),
      })
    const options = { ...strictest, ...compilerOptions, types: [] }
    const settings = { extends: '@tsconfig/strictest/tsconfig.json', compilerOptions: options }
    write('copy/tsconfig.json', JSON.stringify(settings))
    write('copy/package.json', '{ "type": "module" }')
    const install = 'cd copy && npm install --silent hono @tsconfig/strictest@2.0.8'
    expect(await shell(install)).toEqual({ code: 0, output: '' })
    expect(compileProject(join(copy, 'tsconfig.json'))).toEqual([])
    const ofDom = 'npx tsc --project copy --skipLibCheck --lib es2022,dom'
    expect(await shell(ofDom)).toEqual({ code: 0, output: '' })
  })

if (hasTurn(0, 2))
  test('with --import-ext js it compiles to JavaScript, and without exactOptionalPropertyTypes', async () => {
    write('compiled.ts', ofKind('ts').replaceAll(/(src\/)api(\/\w+)\.ts/g, '$1compiled$2.js'))
    // Alternatives of schemes, which the museum does not have.
    const security = join(root, 'tests/documents/small/security.yaml')
    const { code } = await shell(`
${command} generate openapi.yaml --out src/compiled --import-ext js
${command} generate "${security}" --out src/security --import-ext js`)
    expect(code).toBe(0)
    const { allowImportingTsExtensions: _, noEmit: __, ...settings } = compilerOptions
    const loose = { ...settings, exactOptionalPropertyTypes: false, outDir: 'dist' }
    const files = ['compiled.ts', 'src/security/server.ts']
    write('tsconfig.js.json', JSON.stringify({ compilerOptions: loose, files }))
    expect(compileProject(join(folder, 'tsconfig.js.json'))).toEqual([])
    expect(await shell('node --check dist/compiled.js')).toEqual({ code: 0, output: '' })
  })

test('the README’s requests get a ticket, a stored photo, an event stream and a rejection', async () => {
  const environment = { ...process.env, STAFF_KEY: 'secret', PORT: '0' }
  server = spawn('node', ['server.ts'], { cwd: folder, env: environment })
  const address = /http:\/\/(\S+)/.exec(await waitForOutput(server, /http:\S+\n/))?.[1] ?? ''
  const curl = requests.slice(requests.indexOf('curl')).replaceAll('localhost:3000', address)
  const { output } = await shell(curl.replaceAll(/^(?=curl)/gm, 'echo; '))
  const [, ticket = '', photo = '', ...rest] = output.split('\n')
  expect(JSON.parse(ticket)).toEqual({
    day: '2026-12-24',
    visitors: ['adult', 'child'],
    id: 'tic_000001',
    price: 24,
  })
  const { length } = readFileSync(join(folder, 'openapi.yaml'))
  expect(JSON.parse(photo)).toMatchObject({
    id: 7,
    photo: `https://museum.example/photos/7-${length}`,
  })
  expect(rest.join('\n')).toContain(
    'data: {"inside":1}\n\ndata: {"inside":2}\n\ndata: {"inside":3}\n',
  )
  expect(JSON.parse(rest.at(-1) ?? '')).toMatchObject({ status: 400, errors: [{ field: 'room' }] })
})

if (hasTurn(1, 2))
  test('stubs are served, replaced ones are type-checked first, and errors are short', async () => {
    const with404 = `import type { Operations } from './src/api/operations.ts'
export const operations = {
  buyTicket: () => ({ status: 404, body: { message: 'Sold out' } }),
} satisfies Partial<Operations>
`
    write('mine.ts', with404)
    const wrong = await shell(`${command} stubs openapi.yaml --port 0 --with mine.ts`)
    expect(wrong.code).toBe(1)
    expect(wrong.output).toMatch(
      /^mine\.ts\(3,\d+\): error .*'404' is not assignable to type '409'/ms,
    )
    expect(wrong.output).not.toMatch(/^ {4}at /m)
    write('mine.ts', with404.replace('404', '409'))
    server?.kill('SIGKILL')
    const args = ['stubs', 'openapi.yaml', '--port', '0', '--with', 'mine.ts']
    server = spawn(command, args, { cwd: folder })
    const [, address] =
      /listening on (\S+)/.exec(await waitForOutput(server, /listening on \S+\n/)) ?? []
    const body = JSON.stringify({ day: '2026-12-24', visitors: ['adult'] })
    const headers = { authorization: 'Bearer any', 'content-type': 'application/json' }
    const mine = await fetch(`${address}/api/tickets`, { method: 'POST', headers, body })
    expect([mine.status, await mine.json()]).toEqual([409, { message: 'Sold out' }])
    expect(await (await fetch(`${address}/api/exhibits`)).json()).toMatchObject([{ id: 7 }])
  })

test('stubs of this repository’s document keep the laws of its contract that need no memory', {
  timeout: 600_000,
}, async () => {
  server?.kill('SIGKILL')
  const key = 'k'.repeat(96)
  const args = [join(root, 'openapi/openapi.yaml'), '--port', '0', '--key', key]
  server = spawn(command, ['stubs', ...args, '--max-body', '262144'], { cwd: folder })
  const [, url] = /listening on (\S+)/.exec(await waitForOutput(server, /listening on \S+\n/)) ?? []
  const runs = inject('isThorough') ? '25' : '1'
  const where = ['--url', `${url}`, '--key', key]
  const suite = ['contract-tests/main.ts', '--stateless', ...where, '--runs', runs]
  const { stdout } = await promisify(execFile)(process.execPath, suite, { cwd: root })
  expect(stdout).toMatch(/^\d+ laws kept, 0 broken/m)
})

test('the tests of the recipes pass', async () => {
  const { code, output } = await shell('node --test museum.test.ts')
  expect([code, output]).toEqual([0, expect.stringMatching(/^. pass 3$/m)])
  write(
    'serve.ts',
    `import { serve } from '@hono/node-server'
import { app } from './calls.ts'
import { app as rows } from './rows.ts'
console.log(await (await rows.request('/api/exhibits')).text())
serve({ fetch: app.fetch, port: 0 }, ({ port }) => console.log(\`http://localhost:\${port}\`))
`,
  )
  server?.kill('SIGKILL')
  server = spawn('node', ['serve.ts'], { cwd: folder })
  const started = await waitForOutput(server, /http:\S+\n/)
  expect(started).not.toContain('insured_for')
  const sold = await fetch(`${/http:\S+/.exec(started)?.[0]}/api/tickets`, {
    method: 'POST',
    headers: { authorization: 'Bearer secret', 'content-type': 'application/json' },
    body: JSON.stringify({ day: '2026-12-24', visitors: ['adult'] }),
  })
  expect([sold.status, sold.headers.get('x-sold-by')]).toEqual([201, 'Ada'])
  expect(sold.headers.get('x-request-id')).not.toBeNull()
})

/** Runtimes: the package that has the program, and the command that serves the service. */
const runtimes = [
  ['Node', '', 'node node.ts'],
  ['Bun', 'bun@1.4.5', 'node_modules/@oven/*/bin/bun service.ts'],
  ['Deno', 'deno@2.9.6', 'node_modules/@deno/*/deno serve --allow-all --port 0 service.ts'],
  [
    'workerd',
    'workerd@1.20261117.1',
    'node_modules/@cloudflare/*/bin/workerd serve worker.capnp --control-fd=1',
  ],
] as const

/** The settings of workerd, which runs Workers. */
const workerSettings = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .worker)],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
const worker :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "bundle/service.js")],
  compatibilityDate = "2026-11-01",
);
`

test.for(ofToday(runtimes))(
  'a service on a public document runs on %s',
  async ([name, program, command], context) => {
    const { code, output } = await shell(
      program && `npm install --silent --no-save --ignore-scripts ${program}`,
    )
    if (code !== 0) return context.skip(`${name} cannot be installed: ${output}`)
    if (name === 'workerd') {
      write('worker.capnp', workerSettings)
      await bundle('service', false)
    }
    server?.kill('SIGKILL')
    const env = { ...process.env, PORT: '0' }
    server = spawn('sh', ['-c', `exec ${command}`], { cwd: folder, env })
    const [, port] = /:(\d+)\D/.exec(await waitForOutput(server, /:\d+\D/)) ?? []
    expect(await converse((path, init) => fetch(`http://127.0.0.1:${port}${path}`, init))).toEqual(
      conversation,
    )
  },
)

test.each([
  ['events', 15_000],
  ['contents', 20_000],
])('the bundle of %s has the code that its document uses alone', async (name, most) => {
  const document = join(root, `tests/documents/small/${name}.yaml`)
  const { code } = await shell(`${command} generate "${document}" --out src/${name}`)
  expect(code).toBe(0)
  write(
    `${name}.ts`,
    `import { Hono } from 'hono'
import { mount } from './src/${name}/server.ts'
import { stubs } from './src/${name}/stubs.ts'
const app = new Hono()
mount(app, stubs)
export default app
`,
  )
  const compressed = gzipSync(readFileSync(await bundle(name, true)), { level: 9 })
  expect(compressed.length).toBeLessThan(most)
})

type Send = (path: string, init?: RequestInit) => Promise<Response>

/** Sends requests to the service. Returns what is seen of the responses. */
async function converse(send: Send) {
  const ask = (headers: Record<string, string>) =>
    send('/api/v1/owlbot/ask', {
      method: 'POST',
      headers: { ...key('secret'), 'Content-Type': 'application/json', ...headers },
      body: '{"question":"do owls fly"}',
    })
  const form = new FormData()
  form.set('spec', new File(['openapi: 3.1.0'], 'owls.yaml'))
  const specification = '/api/v1/api-specification'
  const uploaded = await send(specification, { method: 'POST', headers: key('secret'), body: form })
  const asked = await ask({ Cookie: 'asked=2', Origin: 'https://docs.example' })
  const stream = await ask({ Accept: 'text/event-stream' })
  const moved = await send('/ask', { redirect: 'manual' })
  const forbidden = await send(specification, { headers: key('reader') })
  const unknown = await send(specification, { headers: key('nobody') })
  const first = await send('/api/v1/outbound-ips')
  const etag = first.headers.get('ETag') ?? ''
  const second = await send('/api/v1/outbound-ips', { headers: { 'If-None-Match': etag } })
  const head = await send('/api/v1/outbound-ips', { method: 'HEAD' })
  return {
    asked: [await asked.json(), asked.headers.getSetCookie()],
    origin: asked.headers.get('Access-Control-Allow-Origin'),
    stream: [stream.headers.get('Content-Type'), await stream.text()],
    moved: [moved.status, moved.headers.get('Location')],
    uploaded: [uploaded.status, uploaded.headers.get('Location')],
    forbidden: forbidden.status,
    unknown: unknown.status,
    cached: [first.status, second.status, head.status, await head.text()],
  }
}

function key(name: string) {
  return { Authorization: `Basic ${btoa(`${name}:`)}` }
}

const conversation = {
  asked: [{ answer: 'DO OWLS FLY' }, ['asked=3; Path=/', 'theme=dark; Path=/']],
  origin: 'https://docs.example',
  stream: [
    expect.stringContaining('text/event-stream'),
    'id: 1\ndata: do\n\nid: 2\ndata: owls\n\nid: 3\ndata: fly\n\n',
  ],
  moved: [307, '/api/v1/owlbot/ask'],
  uploaded: [201, '/api/v1/api-specification/owls.yaml-14'],
  forbidden: 403,
  unknown: 401,
  cached: [200, 304, 200, ''],
}

test('the command has no stack traces', async () => {
  write('swagger.yaml', 'swagger: "2.0"\ninfo: {}\n')
  const { output: swagger } = await shell(`${command} check swagger.yaml || true`)
  expect(swagger).toMatch(
    /^swagger\.yaml cannot be read: .* npm install .*@scalar\/openapi-upgrader/,
  )
  const wrong = [
    'generate openapi.yaml',
    'check nothing.yaml',
    'stubs openapi.yaml --port x',
    'chekc',
    'generate openapi.yaml --oops',
  ]
  // One process imports the command's module for each run: a start takes a second.
  write(
    'wrong.js',
    `for (const [i, line] of ${JSON.stringify(wrong)}.entries()) {
  process.argv.splice(2, Infinity, ...line.split(' '))
  process.exitCode = 0
  await import('${command}?' + i)
  console.error(process.exitCode)
}`,
  )
  const { output } = await shell('node wrong.js')
  expect(output).toMatch(/^([A-Z-].*\n1\n){5}$/)
  // As Node 20 does.
  const old = `NODE_OPTIONS=--no-experimental-strip-types ${command} stubs openapi.yaml`
  expect((await shell(old)).output).toMatch(/^Node \S+ runs no TypeScript\. Use 22\.18 or newer\n$/)
})
