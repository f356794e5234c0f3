import { key } from '../model/names.ts'
import { type LiteralStyle, literal } from './literal.ts'
import { type SampleRequest, target } from './sample-request.ts'

const style: LiteralStyle = {
  indent: '  ',
  width: 80,
  key,
  text: (value) =>
    `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`,
  words: { true: 'true', false: 'false', null: 'null' },
  padding: ' ',
  trailing: ',',
}

const text = (value: string): string => style.text(value)

/** Returns an expression of the server's address. */
const address = ({ addressVariable, address: fallback }: SampleRequest): string =>
  `process.env.${addressVariable} ?? ${text(fallback)}`

/** Returns the arguments of the client's method: path parameters, then the body or the query. */
const argumentsOf = ({ path, query, body }: SampleRequest): unknown[] => [
  ...path.map(([, value]) => value),
  ...(body ? [body.value] : query.length > 0 ? [Object.fromEntries(query)] : []),
]

/** Returns a sample that uses the client package. */
const withClient = (request: SampleRequest, client: { package: string; method: string }) => {
  const { keyVariable } = request
  const start = `const response = await client.${client.method}(`
  const given = argumentsOf(request).map((value) => literal(value, style, '', start.length + 2))
  return [
    `import { createClient } from ${text(client.package)}`,
    '',
    'const client = createClient({',
    `  baseUrl: ${address(request)},`,
    ...(keyVariable ? [`  apiKey: process.env.${keyVariable} ?? '',`] : []),
    '})',
    '',
    `${start}${given.join(', ')})`,
    'console.log(response)',
  ].join('\n')
}

const headersOf = ({ keyVariable, body }: SampleRequest): string[] => [
  ...(keyVariable ? [`Authorization: \`Bearer \${process.env.${keyVariable}}\``] : []),
  ...(body ? [`'Content-Type': ${text(body.contentType)}`] : []),
]

const bodyOf = ({ body }: SampleRequest): string[] => {
  const call = 'body: JSON.stringify('
  return body ? [`${call}${literal(body.value, style, '  ', 2 + call.length + 2)})`] : []
}

/** Returns the arguments of `console.log`: the status, and the body if there is one. */
const printed = ({ hasBody, isJson }: SampleRequest): string =>
  hasBody ? `response.status, await response.${isJson ? 'json' : 'text'}()` : 'response.status'

/** Returns a sample that uses `fetch`. */
const withFetch = (request: SampleRequest): string => {
  const headers = headersOf(request)
  const options = [
    ...(request.method === 'GET' ? [] : [`method: ${text(request.method)}`]),
    ...(headers.length > 0 ? [`headers: { ${headers.join(', ')} }`] : []),
    ...bodyOf(request),
  ]
  const init = options.length > 0 ? `, {\n  ${options.join(',\n  ')},\n}` : ''
  return [
    `const url = new URL(${text(target(request))}, ${address(request)})`,
    `const response = await fetch(url${init})`,
    `console.log(${printed(request)})`,
  ].join('\n')
}

/** Methods that `fetch` does not send (Fetch standard, “forbidden method”). */
const forbidden = ['CONNECT', 'TRACE', 'TRACK']

/** Returns a sample that uses `node:http`, for methods that `fetch` does not send. */
const withNode = (request: SampleRequest): string =>
  [
    `// fetch, and any client that uses it, does not send ${request.method}.`,
    "import { request } from 'node:http'",
    '',
    `const url = new URL(${text(target(request))}, ${address(request)})`,
    `const headers = { ${headersOf(request).join(', ')} }`,
    `const sent = request(url, { method: ${text(request.method)}, headers })`,
    "sent.on('response', (response) => response.pipe(process.stdout)).end()",
  ].join('\n')

const how = '// Save this as sample.mts, and run it with Node 22.18 or newer: node sample.mts'

/** Returns a request in TypeScript. Uses the client package if it has the operation. */
export const typescriptSample = (request: SampleRequest): string => {
  const withoutClient = forbidden.includes(request.method) ? withNode : withFetch
  const code = request.client ? withClient(request, request.client) : withoutClient(request)
  return `${how}\n${code}`
}
