import { key } from '../names.ts'
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

/** How the client is made: by the types that are generated from the document. */
const client = ({ addressVariable, keyVariable, address }: SampleRequest): string =>
  [
    "import createClient from 'openapi-fetch'",
    "import type { paths } from './generated/types.ts'",
    '',
    'const client = createClient<paths>({',
    `  baseUrl: process.env.${addressVariable} ?? ${text(address)},`,
    ...(keyVariable
      ? [`  headers: { Authorization: \`Bearer \${process.env.${keyVariable}}\` },`]
      : []),
    '})',
  ].join('\n')

/** What a call is given besides its path, if anything. */
const optionsOf = ({ path, query, body }: SampleRequest): Record<string, unknown> => ({
  ...(path.length + query.length > 0
    ? {
        params: {
          ...(path.length > 0 ? { path: Object.fromEntries(path) } : {}),
          ...(query.length > 0 ? { query: Object.fromEntries(query) } : {}),
        },
      }
    : {}),
  ...(body ? { body: body.value } : {}),
})

const call = (request: SampleRequest): string => {
  const { method, template, hasBody } = request
  const options = optionsOf(request)
  const taken = hasBody ? 'const { data, error } = ' : 'const { response } = '
  const start = `${taken}await client.${method}(${text(template)}`
  const further =
    Object.keys(options).length > 0 ? `, ${literal(options, style, '', start.length + 3)}` : ''
  return `${start}${further})\nconsole.log(${hasBody ? 'error ?? data' : 'response.status'})`
}

/** Methods that `fetch` refuses to send (Fetch standard, “forbidden method”). */
const forbidden = ['CONNECT', 'TRACE', 'TRACK']

/** For what no client that stands on `fetch` can send, Node's own. */
const withoutFetch = (request: SampleRequest): string => {
  const { method, addressVariable, keyVariable, address } = request
  const url = `new URL(${text(target(request))}, process.env.${addressVariable} ?? ${text(address)})`
  const headers = keyVariable
    ? `, headers: { Authorization: \`Bearer \${process.env.${keyVariable}}\` }`
    : ''
  return [
    `// fetch refuses to send ${method}, and so does every client that stands on it.`,
    "import { request } from 'node:http'",
    '',
    `const url = ${url}`,
    `const options = { method: ${text(method)}${headers} }`,
    'request(url, options, (response) => response.pipe(process.stdout)).end()',
  ].join('\n')
}

/** A request in TypeScript, with a client typed by the document. */
export const typescriptSample = (request: SampleRequest): string =>
  forbidden.includes(request.method)
    ? withoutFetch(request)
    : `${client(request)}\n\n${call(request)}`
