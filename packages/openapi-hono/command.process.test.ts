import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, relative } from 'node:path'
import { type Context, Hono } from 'hono'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { compileLayers } from '../../tests/kit/compile.ts'
import { generateLayer } from '../../tests/kit/generator/layer.ts'
import { path } from '../../tests/kit/project.ts'
import { runProgram, startProgram, waitForOutput } from '../../tests/kit/run.ts'
import { temporaryFile, temporaryFolder } from '../../tests/kit/temporary-folder.ts'
import { generate } from './generate.ts'
import { findingLine, read } from './read-document.ts'

const library = path('tests/kit/generator/library.yaml')

const generateWith = (...args: string[]) =>
  runProgram('packages/openapi-hono/command.ts', ['generate', ...args])

test('the layer of another document compiles, and --check names the files that differ or are left over', async () => {
  // Inside the repository, so that the layer finds its packages.
  const folder = path('dist/library')
  mkdirSync(folder, { recursive: true })
  const written = await generateWith(library, '--zod', '--out', folder)
  expect(written.status).toBe(0)
  expect(written.stderr).toMatch(/library\.yaml is carried: 0 errors, 0 warnings\n$/)
  expect(compileLayers([folder])).toEqual([])

  writeFileSync(join(folder, 'stubs.ts'), '// edited\n')
  const { status, stderr } = await generateWith(library, '--check', '--out', folder)
  expect(status).toBe(1)
  expect(stderr).toContain(`${join(folder, 'stubs.ts')} differs from what ${library} generates\n`)
  expect(stderr).toContain(`${join(folder, 'zod/schemas.ts')} is not generated any more\n`)
  expect(readFileSync(join(folder, 'stubs.ts'), 'utf8')).toBe('// edited\n')
  const again = await generateWith(library, '--out', folder)
  expect(again.stdout).toMatch(/: 1 file written and 3 files removed in /)
})

test('a document that cannot be carried is rejected with everything found in it, and nothing is written', async () => {
  const folder = temporaryFolder()
  const file = join(folder, 'other.yaml')
  writeFileSync(
    file,
    readFileSync(library, 'utf8').replace(
      'Genre: { type: string,',
      'Extra: { $dynamicRef: "#a", items: { $ref: "#/nowhere" }, typo: 1 }\n    Genre: { type: string,',
    ),
  )
  const { status, stderr } = await generateWith(file, '--out', join(folder, 'out'))
  expect(status).toBe(1)
  const at = '#/components/schemas/Extra'
  const place = relative('', file)
  expect(stderr).toContain(`
${place}:137:12: error: the keyword \`$dynamicRef\` is not carried (${at})
${place}:137:12: warning: \`typo\` is no keyword of JSON Schema 2020-12, and is ignored. Did you mean \`type\`? (${at})
${place}:137:40: error: the reference #/nowhere leads nowhere (${at}/items)
${file} cannot be carried: 2 errors, 1 warning
`)
  expect(() => readFileSync(join(folder, 'out', 'types.ts'))).toThrow()
})

test('stubs on a port that is in use say how to choose another', async () => {
  await using taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const address = taken.address()
  const port = String(typeof address === 'object' && address?.port)
  const args = ['stubs', library, '--port', port]
  const { status, stderr } = await runProgram('packages/openapi-hono/command.ts', args)
  expect(status).toBe(1)
  expect(stderr).toContain(
    `The port ${port} is in use. Choose another with --port N, or a free one with --port 0\n`,
  )
})

test.each([
  [['generate', library, '--out', '/proc/layer'], "mkdir '/proc/layer'\n"],
  [['generate', library, '--out', ''], 'Name the folder of the layer: --out DIR\n'],
  [
    ['generate', library, '--out', 'dist/none', '--format', 'false'],
    'The command of --format failed: false\n',
  ],
  [['check', 'tests'], 'tests is a folder. Name the document in it\n'],
  [['stubs', library, '--max-body', '1MB'], '--max-body must be a number of bytes, not 1MB\n'],
])('%j ends with a line that says why', async (args, reason) => {
  const { status, stderr } = await runProgram('packages/openapi-hono/command.ts', args)
  expect(status).toBe(1)
  expect(stderr.endsWith(reason)).toBe(true)
})

test('--watch goes on after errors in a file that the document refers to', async () => {
  const folder = temporaryFolder()
  const file = join(folder, 'openapi.yaml')
  const part = join(folder, 'part.yaml')
  const info = 'info: { title: Split, version: "1" }'
  writeFileSync(file, `openapi: 3.1.0\n${info}\npaths: { /a: { $ref: part.yaml } }\n`)
  const args = ['generate', file, '--out', join(folder, 'out'), '--watch']
  const watcher = startProgram('packages/openapi-hono/command.ts', args)
  await waitForOutput(watcher, /openapi\.yaml:3:14: there is no file \S*part\.yaml\n/)
  const written = waitForOutput(watcher, /files written/)
  writeFileSync(part, 'get: { responses: {} }\n')
  await written
  const failed = waitForOutput(watcher, /part\.yaml cannot be read: .*\(2:1\)\n/)
  writeFileSync(part, 'get: {\n')
  await failed
  const again = waitForOutput(watcher, /files? written/)
  writeFileSync(part, 'put: { responses: {} }\n')
  await again
  expect(readFileSync(join(folder, 'out', 'operations.txt'), 'utf8')).toMatch(/^putA +PUT/)
})

const silent = path('packages/openapi-hono/testing/silent.yaml')

test('what no request finds as the document writes it is found, with its place and the mend', async () => {
  const document = await read(silent)
  await generate(document)
  const { findings, locate } = document
  const lines = findings.map(
    ({ message, pointer }) => `${/\d+:\d+$/.exec(locate(pointer))?.[0]} ${message}`,
  )
  expect(lines).toMatchInlineSnapshot(`
    [
      "31:78 \`file\` is a type of Swagger 2.0, and is read as \`string\` with the format \`binary\`",
      "48:12 \`oneOf\` is empty, and is ignored. Remove it, or fill it",
      "48:42 \`anyOf\` is empty, and is ignored. Remove it, or fill it",
      "48:60 \`enum\` is empty, so no value is valid. Remove it, or list the values",
      "48:77 \`minLength\` 3 and \`maxLength\` 2 leave no valid value. Change one of them",
      "10:28 another operation has the operationId \`getPet\`, so this one is named \`getPet2\`. Give it an operationId of its own",
      "7:21 the security scheme \`ghost\` is not declared, and its handler gets no credentials. Declare it in \`components.securitySchemes\`",
      "4:5 the default of the server variable \`region\`, \`eu\`, is not in its \`enum\`, and is served too. Add it, or write another default",
      "4:5 only the default of the server variable \`tenant\` is served, \`acme\`. List other values in \`enum\`",
      "6:5 the server variable \`nope\` is not declared. Declare it in \`variables\`",
      "44:10 the security scheme \`old\` accepts no request: its type basic must be \`http\`, \`apiKey\`, \`oauth2\`, \`openIdConnect\` or \`mutualTLS\`",
      "45:11 the security scheme \`bare\` accepts no request: \`in\` must be \`header\`, \`query\` or \`cookie\`",
      "11:68 the scope \`write\` is in no flow of the security scheme \`flow\`. Declare it in the \`scopes\` of a flow",
      "19:18 the path parameter \`number\` is always required. Write \`required: true\`",
      "9:14 \`:id\` in a path is text. Write a parameter as \`{id}\`",
      "10:21 \`<int:id>\` in a path is text. Write a parameter as \`{id}\`",
      "11:13 \`*\` in a path is text. Write a parameter as \`{name}\`",
      "12:15 no request reaches a path with \`?x=1\`. Remove it. Parameters of a query have \`in: query\`",
      "13:10 a path must begin with \`/\`. No request reaches this one",
      "14:17 a brace in a path without another is text. Write parameters as \`{name}\`",
      "19:5 the same path as \`/orders/{id}\`. \`byId\` is never called. Write one path",
      "23:5 \`/orders/x/lines\` is served by \`/orders/{id}/lines\`, where GET is rejected with 405. Give one of these paths another segment",
      "31:78 the schema of multipart/form-data is not of objects, so no form is valid. Describe its fields as \`properties\`",
      "39:31 \`meta\` is an object, and is not read from text/xml. Write \`application/json\`",
      "39:64 the headers of the part \`text\` are not read",
      "39:111 the style \`comma\` of \`tags\` is ignored. Write \`form\` or \`spaceDelimited\` or \`pipeDelimited\` or \`deepObject\`",
      "39:135 \`note\` is no field of the form, and is ignored",
      "40:65 bodies of application/x-ndjson are passed as bytes, and are not checked with the schema",
      "34:55 OpenAPI has no style for \`box\` in \`within\`. Write \`content\` with \`application/json\` instead of \`schema\`",
    ]
  `)
})

const misspelt = `openapi: 3.1
info: { title: Misspelt, version: '1' }
component: {}
servers: [{ url: '/{v}', variables: { v: { default: 1, enum: ['1', 2] } } }]
security: [{ key: null, other: read }]
paths:
  /a:
    Post: { responses: {} }
    get:
      Security:
        - key: []
      requestbody: { content: { application/json: {} } }
      parameters:
        - { name: q, in: query, Required: true, schema: { typ: string, enum: [a], items: {}, type: array } }
        -
      respones: { '200': { description: None. } }
      responses:
        '200':
        '201': { description: None., contents: {} }
        Default: { description: }
        '202': { description: None., content: { json: { schema: { type: object } }, text/json: { schema: { type: objekt, discriminator: { propertyname: a } } } } }
    put: { parameters: { name: q }, requestBodies: {}, responses: [] }
  /b: { $ref: '%62%C3%A9.yaml#/b' }
  /c:
`

test('misspelt, empty and wrong parts are found in each file, with their places', async () => {
  const folder = temporaryFolder()
  const file = join(folder, 'openapi.yaml')
  writeFileSync(file, misspelt)
  writeFileSync(join(folder, 'bé.yaml'), 'b:\n  get:\n    parameter: []\n    tags: no\n')
  const document = await read(file)
  await generate(document).catch(() => {})
  const lines = document.findings.map((each) =>
    findingLine(each, document.locate)
      .replaceAll(`${folder}/`, '')
      .replace(/ \([^ ]*\)$/, ''),
  )
  expect(lines).toMatchInlineSnapshot(`
    [
      "openapi.yaml:1:10: warning: the version 3.1 is read as \`3.1.0\`. Write it as a text with three numbers",
      "openapi.yaml:3:1: error: \`component\` is no field of OpenAPI here, and is ignored. Did you mean \`components\`?",
      "openapi.yaml:4:53: warning: \`default\` is an integer, and is read as a string. Quote it",
      "openapi.yaml:4:68: warning: an item of \`enum\` is an integer, and is read as a string. Quote it",
      "openapi.yaml:5:19: warning: \`key\` is empty, and is read as \`[]\`. Write \`[]\`",
      "openapi.yaml:5:32: error: \`other\` must be an array, not a string",
      "openapi.yaml:8:5: error: \`Post\` is no field of OpenAPI here, and is ignored. Did you mean \`post\`?",
      "openapi.yaml:10:7: error: \`Security\` is no field of OpenAPI here, and is ignored. Did you mean \`security\`?",
      "openapi.yaml:12:7: error: \`requestbody\` is no field of OpenAPI here, and is ignored. Did you mean \`requestBody\`?",
      "openapi.yaml:16:7: error: \`respones\` is no field of OpenAPI here, and is ignored. Did you mean \`responses\`?",
      "openapi.yaml:14:33: error: \`Required\` is no field of OpenAPI here, and is ignored. Did you mean \`required\`?",
      "openapi.yaml:14:9: error: an item of \`parameters\` is empty. Fill it, or remove it",
      "openapi.yaml:18:9: warning: \`200\` is empty, and is ignored. Fill it, or remove it",
      "openapi.yaml:19:38: error: \`contents\` is no field of OpenAPI here, and is ignored. Did you mean \`content\`?",
      "openapi.yaml:22:37: error: \`requestBodies\` is no field of OpenAPI here, and is ignored. Did you mean \`requestBody\`?",
      "openapi.yaml:22:24: error: \`parameters\` must be an array, not an object",
      "openapi.yaml:22:67: error: \`responses\` must be an object, not an array",
      "bé.yaml:3:5: error: \`parameter\` is no field of OpenAPI here, and is ignored. Did you mean \`parameters\`?",
      "bé.yaml:4:11: warning: \`tags\` must be an array, not a string, and is ignored",
      "openapi.yaml:24:3: warning: \`/c\` is empty, and is ignored. Fill it, or remove it",
      "openapi.yaml:14:57: warning: \`typ\` is no keyword of JSON Schema 2020-12, and is ignored. Did you mean \`type\`?",
      "openapi.yaml:14:57: warning: "a" in \`enum\` is never valid, because it is not of the type array",
      "openapi.yaml:21:106: warning: \`type\` is not of the form that JSON Schema gives it (types), and is ignored. Did you mean \`object\`?",
      "openapi.yaml:21:106: warning: the \`discriminator\` has no \`propertyName\`, and is ignored",
      "openapi.yaml:5:19: warning: the security scheme \`key\` is not declared, and its handler gets no credentials. Declare it in \`components.securitySchemes\`",
      "openapi.yaml:5:32: warning: the security scheme \`other\` is not declared, and its handler gets no credentials. Declare it in \`components.securitySchemes\`",
      "openapi.yaml:21:55: warning: \`json\` is no media type, such as \`application/json\`",
      "openapi.yaml:20:18: error: the response \`Default\` is of no status code. Did you mean \`default\`?",
      "openapi.yaml:14:9: warning: a part that is no object is ignored",
      "openapi.yaml:22:10: warning: no response is declared, so that any is sent. Declare those of the operation",
      "bé.yaml:3:5: warning: no response is declared, so that any is sent. Declare those of the operation",
      "openapi.yaml:21:65: warning: bodies of json are passed as bytes, and are not checked with the schema",
    ]
  `)
})

const odd = `openapi: 3.2.0
info:
servers: [{ description: none }]
paths:
  /a:
    parameters: { $ref: '#/components/parameters' }
    get:
      parameters:
        - { in: query, schema: {} }
        - { name: q, in: query, style: matrix, schema: {} }
        - { name: q, in: query, schema: {} }
        - { name: q, in: Query, schema: {} }
        - { name: '', in: header, schema: {} }
      requestBody: { content: { $ref: '#/components/none' } }
      responses: { '200': { $ref: '#/components/schemas/A' }, description: text }
  /{x}{x}%:
    servers: [{ url: 'http://[' }]
    parameters: [{ name: x, in: path, schema: {}, content: { text/plain: {}, text/csv: {} } }]
    post: { requestBody: { required: true }, responses: { '204': {} } }
  /b/{x}/c: { parameters: [{ name: x, in: path, schema: {} }], $ref: '#/components/pathItems/P' }
  /b/d/{y}: { put: { parameters: [{ name: y, in: path, schema: {} }], responses: { '204': {} } } }
  /b/d/c: { put: { responses: { '204': {} } } }
webhooks: { '5%': { post: { responses: { '204': {} } } } }
components:
  pathItems: { P: { get: { operationId: p, responses: { '204': {} } } } }
  links: { L: { $ref: '#/components/links/M' } }
  mediaTypes: { A: { schema: { type: object, properties: { a: { $ref: 'urn:money' } } } } }
  schemas:
    A: { title: 404 }
    B: { $id: 'urn:money', $ref: '#/$defs/n', $defs: { n: {} } }
    C: { oneOf: [{ $ref: '#' }, { $ref: '#/components/schemas/a' }], type: string, enum: [a, 1.0] }
    D: { discriminator: { propertyName: k, mapping: { a: A, b: E, c: '#/components/schemas/%' } } }
x-bytes: !!binary aGk=
`

test('parts that are not as OpenAPI has them are found; a schema with a URI is no other file', async () => {
  const document = await read(temporaryFile('openapi.yaml', odd))
  await generate(document).catch(() => {})
  const lines = document.findings.map(
    (each) => `${/\d+:\d+$/.exec(document.locate(each.pointer))?.[0]} ${each.message}`,
  )
  expect(lines).toMatchInlineSnapshot(`
    [
      "2:1 \`info\` is empty, and is ignored. Fill it, or remove it",
      "29:17 \`title\` is no field of OpenAPI here, and is ignored",
      "31:8 1 in \`enum\` is never valid, because it is not of the type string",
      "26:15 the reference #/components/links/M leads nowhere",
      "31:18 the reference # leads nowhere",
      "31:33 the reference #/components/schemas/a leads nowhere",
      "32:8 the discriminator maps to E, which is no schema",
      "32:8 the discriminator maps to #/components/schemas/%, which is no schema",
      "19:11 write \`%\` in a path or a name as \`%25\`",
      "23:27 write \`%\` in a path or a name as \`%25\`",
      "15:27 the reference #/components/schemas/A leads to a schema",
      "15:76 a part that is no object is ignored",
      "8:7 no response is declared, so that any is sent. Declare those of the operation",
      "3:11 the server has no \`url\`, and is read as \`/\`",
      "6:17 a \`$ref\` is in an item of this list, not in the list itself",
      "9:11 a parameter has no \`name\`",
      "10:11 the style \`matrix\` is none of parameters in \`query\`, and is ignored. Write \`form\` or \`spaceDelimited\` or \`pipeDelimited\` or \`deepObject\`",
      "11:11 another parameter in \`query\` has the name \`q\`, and is ignored",
      "12:11 a parameter in \`Query\` is not carried. Write \`path\`, \`query\`, \`header\` or \`cookie\`",
      "13:11 a parameter whose name is empty is ignored",
      "14:31 a \`$ref\` is in a part of this map, not in the map itself",
      "17:15 http://[ is no URL, and is read as \`/\`",
      "18:18 a parameter has one \`content\`, or else a \`schema\`. It is read as text/plain",
      "19:11 a parameter is twice in the path. Its last value is read",
      "19:26 the request body has no \`content\`, and is not read",
      "17:5 of two parameters with nothing between them, the second one gets a single character",
    ]
  `)
})

test.each([
  ['info: {}', /is not an OpenAPI document: it has no `openapi`$/],
  ['openapi: 3.1.0', /is not an OpenAPI document: it has no `info`$/],
  [
    'openapi: 3.1.0\ninfo: {}\npaths: { /a: { $ref: "#/paths/~1b" }, /b: { $ref: "#/paths/~1a" } }',
    /:3:14: the reference leads to itself$/,
  ],
  ['openapi: 3.1.0\ninfo: {}\npaths: { /a: { $ref: } }', /:3:14: `\$ref` must be a text$/],
  ['openapi: 3.1.0\ninfo: {}\nx-a:\n  $ref: "#/%E9"', /:4:3: the reference #\/%E9 has `%` without/],
  [
    'openapi: 3.1.0\ninfo: {}\ncomponents: { schemas: { A: { $ref: "#/components/schemas/A" } } }',
    /:3:29: the reference leads to itself$/,
  ],
  ['openapi: 3.1.0\ninfo: &a\n  x-a: [*a]', /:3:10: the alias leads to a part that it is in$/],
  [
    `openapi: 3.1.0\nx0: &a0 []\n${Array.from({ length: 30 }, (_, i) => `x${i + 1}: &a${i + 1} [*a${i}, *a${i}]\n`).join('')}`,
    /:1:1: the aliases repeat too many parts$/,
  ],
  ['openapi: 3.1.0\n---\ninfo: {}', /a second document begins in line 2/],
  ['openapi: 3.1.0\ninfo: !include a', /unknown scalar tag .* \(2:7\)$/],
  [Uint8Array.of(0xe9), /openapi.yaml is not UTF-8/],
])('the document %j cannot be read, and the error says why', async (text, reason) => {
  await expect(read(temporaryFile('openapi.yaml', text))).rejects.toThrow(reason)
})

const ofPath = (item: string, more = '') =>
  `openapi: 3.1.0\ninfo: {}\npaths:\n  /a: ${item}\n${more}`
const nothing = "responses: { '204': {} }"

test.each([
  [ofPath("{ get: { responses: { '200': { $ref: '#' } } } }"), 'the reference # leads nowhere'],
  [
    ofPath(`{ get: { parameters: [{ $ref: '#a' }], ${nothing} } }`),
    'the reference #a leads nowhere',
  ],
  [ofPath(`{ get: { x-client-method: 5, ${nothing} } }`), /^`x-client-method` must be a text/],
  [
    ofPath(`{ get: { ${nothing} } }`, "components: { schemas: { $ref: '#/paths' } }"),
    /^a `\$ref` is in a schema of this map/,
  ],
  [
    `swagger: '2.0'\ninfo: {}\npaths: { /a: { get: { parameters: [null], ${nothing} } } }`,
    /^an item of `parameters` is empty/,
  ],
])('the part of the document %j that is wrong has a finding', async (text, message) => {
  const document = await read(temporaryFile('openapi.yaml', text))
  await expect(generate(document, true)).rejects.toThrow('The document cannot be carried')
  const errors = document.findings.filter(({ severity }) => severity === 'error')
  expect(errors.map((each) => each.message)).toContainEqual(expect.stringMatching(message))
})

const draft7 = 'http://json-schema.org/draft-07/schema#'
const own = 'https://example.com/dialect'
const ofSchema = ($schema: string) => `components: { schemas: { A: { $schema: '${$schema}' } } }`

test.each([
  [draft7, ofSchema(draft7), 'warning', 'is read as JSON Schema 2020-12'],
  [own, ofSchema(own), 'error', 'is not carried'],
  [own, `jsonSchemaDialect: ${own}`, 'error', 'is not carried'],
])('the dialect %s in %s has a finding', async ($schema, part, severity, what) => {
  const text = `openapi: 3.1.0\ninfo: {}\npaths: {}\n${part}\n`
  const { findings } = await read(temporaryFile('openapi.yaml', text))
  expect(findings).toContainEqual(
    expect.objectContaining({ severity, message: `the dialect ${$schema} ${what}` }),
  )
})

test('a path that JSON repeats is an error with its place', async () => {
  const text =
    '{"openapi":"3.1.0","info":{"title":"a: \\"b\\":","version":"1"},\n"paths":{"/a":{},\n"/a":{}}}'
  await expect(read(temporaryFile('openapi.json', text))).rejects.toThrow(
    /duplicated mapping key \(3:2\)/,
  )
})

test('check prints one line for each kind of warning, or each, and counts operations that declare no rejection', async () => {
  const check = async (...args: string[]) => {
    const { stdout } = await runProgram('packages/openapi-hono/command.ts', ['check', ...args])
    const lines = stdout.trimEnd().split('\n')
    return { lines, warnings: lines.filter((line) => line.includes(': warning: ')) }
  }
  const { lines, warnings } = await check(silent)
  const repeated = warnings.filter((line) => line.endsWith('~1pets~1:id), and 2 more like it'))
  expect(repeated).toHaveLength(1)
  expect(warnings).toHaveLength(23)
  expect((await check(silent, '--all')).warnings).toHaveLength(29)
  expect(lines.slice(-2)).toEqual([
    `${silent}: 9 of 9 operations with input do not declare 400 or 422, 4XX or default`,
    `${silent}: 1 of 1 operations with security do not declare 401, 4XX or default`,
  ])
})

test('the mount serves what the findings say', async () => {
  const folder = await generateLayer('silent', parse(readFileSync(silent, 'utf8')))
  const { mount } = await import(join(folder, 'server.ts'))
  const app = new Hono()
  const called =
    (id: string) =>
    (_: unknown, { context }: { context: Context }) => {
      context.header('X-Called', id)
      return { status: 204 }
    }
  const operations = new Proxy({}, { get: (_, id) => called(String(id)) })
  mount(app, operations, { security: {} })
  const ask = async (path: string, method = 'GET') => {
    const { status, headers } = await app.request(path, { method })
    return headers.get('X-Called') ?? status
  }
  expect(await ask('/live/acme/orders/7')).toBe('byNumber')
  expect(await ask('/test/acme/orders/7', 'DELETE')).toBe('deleteOrdersNumber')
  expect(await ask('/live/other/orders/7')).toBe(404)
  expect(await ask('/live/acme/orders/7/lines')).toBe(405)
  expect(await ask('/live/acme/orders/mine')).toBe(405)
  expect(await ask('/live/acme/orders/7/parts')).toBe('getPart')
  expect(await ask('/live/acme/files?x=1')).toBe(404)
  expect(await ask('/live/acme/files')).toBe(404)
  // An escaped colon is a part of the parameter, and no separator (RFC 3986 §2.2).
  expect(await ask('/live/acme/jobs/5%3Acancel:cancel', 'PUT')).toMatch(/^putJobs/)
  expect(await ask('/live/acme/jobs/5%3Acancel', 'PUT')).toBe(404)
})
