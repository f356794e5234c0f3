import type {
  Document,
  Parameter,
  SampleVariables,
} from '../../packages/openapi-hono/model/document.ts'
import { type Operation, readOperations } from '../../packages/openapi-hono/model/model.ts'
import { key } from '../../packages/openapi-hono/model/names.ts'
import { sample } from '../../packages/openapi-hono/schema/sample.ts'

/** A sample, with the name of its language for readers and for the colors of code. */
export type CodeSample = { label: string; language: string; source: string }

export const sampleVariables = ({ info }: Document): SampleVariables =>
  info['x-sample-variables'] ?? { url: 'BASE_URL', key: 'API_KEY' }

/** Returns the URL of a document's first server, with its variables replaced by their defaults. */
export const serverAddress = ({ servers = [] }: Document): string => {
  const [{ url = '', variables = {} } = {}] = servers
  return url.replaceAll(/\{([^}]+)\}/g, (whole, name: string) => variables[name]?.default ?? whole)
}

/**
 * Returns samples of every operation, by operationId. They run unchanged with the server's address and
 * the key in environment variables.
 * @throws if the document's security scheme is not bearer authentication.
 */
export const codeSamples = (document: Document): ReadonlyMap<string, readonly CodeSample[]> => {
  const [name] = Object.keys(document.security?.[0] ?? {})
  const scheme = name === undefined ? undefined : document.components?.securitySchemes?.[name]
  if (name !== undefined && scheme?.scheme !== 'bearer')
    throw new Error(`Samples support bearer authentication only, not the security scheme ${name}`)
  return new Map(
    readOperations(document).map((operation) => {
      const request = sampleRequest(document, operation)
      return [
        operation.id,
        [
          { label: 'curl', language: 'sh', source: curlSample(request) },
          { label: 'TypeScript', language: 'typescript', source: typescriptSample(request) },
          { label: 'Python', language: 'python', source: pythonSample(request) },
        ],
      ]
    }),
  )
}

type NamedValue = readonly [name: string, value: unknown]

function sampleRequest(document: Document, operation: Operation) {
  const schemas = document.components?.schemas ?? {}
  const { method, parameters, body, replies, clientMethod } = operation
  const named = (place: string): NamedValue[] =>
    shown(parameters.filter((parameter) => parameter.in === place)).map((parameter) => [
      parameter.name,
      parameter.example ?? sample(parameter.schema ?? {}, schemas),
    ])
  const client = document.info['x-client-package']
  const success = replies.find(({ status }) => status >= 200 && status < 300)
  const variables = sampleVariables(document)
  const [inPath, query] = [named('path'), named('query')]
  const value = body && (body.examples[0]?.value ?? sample(body.schema, schemas))
  return {
    method: method.toUpperCase(),
    /** The path with its parameters' values. */
    path: inPath.reduce(
      (path, [name, each]) => path.replace(`{${name}}`, encoded(each)),
      operation.path,
    ),
    query,
    body: body && { contentType: body.contentType, value },
    /** What the client's method takes: path parameters, then the body or the query. */
    args: [
      ...inPath.map(([, each]) => each),
      ...(body ? [value] : query.length > 0 ? [Object.fromEntries(query)] : []),
    ],
    /** The environment variables of the server's address and, if the operation requires one, the key. */
    url: variables.url,
    key: operation.secured ? variables.key : undefined,
    /** The document's server, as the default of the address. */
    address: serverAddress(document),
    /** The client package and its method for the operation, if any. */
    client: client && clientMethod ? { package: client, method: clientMethod } : undefined,
    /** How the response's body is read, if it has one. */
    response:
      success?.contentType === undefined
        ? undefined
        : success.contentType === 'application/json'
          ? ('json' as const)
          : ('text' as const),
  }
}

const maxOptional = 2

/** Returns required parameters, and the first optional ones whose example differs from the default. */
function shown(parameters: readonly Parameter[]): Parameter[] {
  const optional = parameters.filter(
    ({ required, example, schema }) =>
      required !== true && example !== undefined && example !== schema?.default,
  )
  const first = new Set(optional.slice(0, maxOptional))
  return parameters.filter((parameter) => parameter.required === true || first.has(parameter))
}

/** Encodes a value for a URL. Also encodes quotes and exclamation marks, which shells interpret. */
function encoded(value: unknown): string {
  return encodeURIComponent(String(value)).replaceAll(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** A valid request for an operation, made from the document's examples. */
type SampleRequest = ReturnType<typeof sampleRequest>

/** Returns a request as a curl command, which encodes the query. With a body, the query is part of the URL. */
function curlSample(request: SampleRequest): string {
  const { method, url, path, query, body } = request
  const options: string[] = []
  if (method !== (body ? 'POST' : 'GET')) options.push(`--request ${method}`)
  if (request.key) options.push(`--header "Authorization: Bearer $${request.key}"`)
  if (!body)
    for (const [name, value] of pairsOf(query))
      options.push(`--data-urlencode ${quoted(`${encoded(name)}=${value}`)}`)
  if (body) {
    options.push(`--header 'Content-Type: ${body.contentType}'`)
    options.push(`--data ${quoted(json(body.value))}`)
  }
  const get = query.length > 0 && !body
  const command = `curl ${get ? '--get ' : ''}"$${url}${get ? path : target(request)}"`
  return [command, ...options].join(' \\\n  ')
}

function pairsOf(query: readonly NamedValue[]): NamedValue[] {
  return query.flatMap(([name, value]) => [value].flat().map((each): NamedValue => [name, each]))
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

/** An object or a list of few values, on several lines. Strings in JSON have no line breaks. */
const short = /([[{])\n +([^[\]{}]{1,64})\n *([\]}])/g

/**
 * Returns a value as JSON.
 * @param indent the spaces before each level.
 * @param pad the space inside the braces of an object on one line.
 */
function json(value: unknown, indent = 2, pad = ' '): string {
  return JSON.stringify(value, null, indent).replaceAll(
    short,
    (_, open: string, inner: string, close: string) => {
      const line = inner.replaceAll(/\n */g, ' ')
      return open === '{' ? `{${pad}${line}${pad}}` : `${open}${line}${close}`
    },
  )
}

function target({ path, query }: SampleRequest): string {
  const pairs = pairsOf(query).map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
  return pairs.length > 0 ? `${path}?${pairs.join('&')}` : path
}

/** Returns a request in TypeScript. Uses the client package if it has the operation. */
function typescriptSample(request: SampleRequest): string {
  const { method, url, body, client, args, response } = request
  const address = `process.env.${url} ?? ${typescript(request.address)}`
  const lines = ['// Save this as sample.mts, and run it with Node 22.18 or newer: node sample.mts']
  if (client) {
    const given = args.map(typescript).join(', ')
    lines.push(`import { createClient } from ${typescript(client.package)}`, '')
    lines.push('const client = createClient({', `  baseUrl: ${address},`)
    if (request.key) lines.push(`  apiKey: process.env.${request.key} ?? '',`)
    lines.push('})', '', `const response = await client.${client.method}(${given})`)
    lines.push('console.log(response)')
    return lines.join('\n')
  }
  const headers = [
    ...(request.key ? [`Authorization: \`Bearer \${process.env.${request.key}}\``] : []),
    ...(body ? [`'Content-Type': ${typescript(body.contentType)}`] : []),
  ].join(', ')
  const location = `const url = new URL(${typescript(target(request))}, ${address})`
  const options = [
    ...(method === 'GET' ? [] : [`method: ${typescript(method)}`]),
    ...(headers === '' ? [] : [`headers: { ${headers} }`]),
    ...(body ? [`body: JSON.stringify(${typescript(body.value).replaceAll('\n', '\n  ')})`] : []),
  ]
  const init = options.length > 0 ? `, {\n  ${options.join(',\n  ')},\n}` : ''
  const read = response ? `, await response.${response}()` : ''
  const sent = `const response = await fetch(url${init})`
  return [...lines, location, sent, `console.log(response.status${read})`].join('\n')
}

/** A string of JSON, with a colon if it is a key, or a word. */
const token = /("(?:[^"\\]|\\.)*")(:?)|true|false|null/g

function typescript(value: unknown): string {
  return json(value).replaceAll(token, (found, string?: string, colon?: string) => {
    if (string === undefined) return found
    const quoted = string.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
    return colon ? `${key(String(JSON.parse(string)))}:` : `'${quoted}'`
  })
}

/** Returns a request in Python, with the standard library alone. */
function pythonSample({ method, path, url, query, body, response, ...rest }: SampleRequest) {
  const how = query.some(([, value]) => Array.isArray(value)) ? 'query, doseq=True' : 'query'
  const search = query.length > 0 ? `?{urlencode(${how})}` : ''
  const headers = [
    ...(rest.key ? [`"Authorization": f"Bearer {os.environ['${rest.key}']}"`] : []),
    ...(body ? [`"Content-Type": ${JSON.stringify(body.contentType)}`] : []),
  ]
  const parameters = [
    `f"{os.environ['${url}']}${path}${search}"`,
    ...(method === (body ? 'POST' : 'GET') ? [] : [`method="${method}"`]),
    ...(headers.length === 1 ? [`headers={${headers[0]}}`] : []),
    ...(headers.length > 1 ? [`headers={\n        ${headers.join(',\n        ')},\n    }`] : []),
    ...(body ? ['data=json.dumps(body).encode()'] : []),
  ]
  const read = { json: ', json.load(response)', text: ', response.read()', none: '' }
  return [
    ...(body || response === 'json' ? ['import json'] : []),
    'import os',
    'from urllib.error import HTTPError',
    ...(query.length > 0 ? ['from urllib.parse import urlencode'] : []),
    'from urllib.request import Request, urlopen',
    '',
    ...(query.length > 0 ? [`query = ${python(Object.fromEntries(query))}`] : []),
    ...(body ? [`body = ${python(body.value)}`] : []),
    `request = Request(\n    ${parameters.join(',\n    ')},\n)`,
    'try:',
    '    with urlopen(request) as response:',
    `        print(response.status${read[response ?? 'none']})`,
    'except HTTPError as error:',
    '    raise SystemExit(f"{error.code} {error.read().decode()}")',
  ].join('\n')
}

const pythonWords = new Map([
  ['true', 'True'],
  ['false', 'False'],
  ['null', 'None'],
])

function python(value: unknown): string {
  return json(value, 4, '').replaceAll(token, (found) => pythonWords.get(found) ?? found)
}
