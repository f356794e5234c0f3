import { type LiteralStyle, literal } from './literal.ts'
import { filledPath, type NamedValue, type SampleRequest } from './sample-request.ts'

const style: LiteralStyle = {
  indent: '    ',
  width: 88,
  key: (name) => JSON.stringify(name),
  text: (value) => JSON.stringify(value),
  words: { true: 'True', false: 'False', null: 'None' },
  padding: '',
  trailing: ',',
}

const assigned = (name: string, value: unknown): string =>
  `${name} = ${literal(value, style, '', name.length + 3)}`

const isList = ([, value]: NamedValue): boolean => Array.isArray(value)

/** Returns the URL as an f-string. */
const urlOf = (request: SampleRequest): string => {
  const { addressVariable, query } = request
  const how = query.some(isList) ? 'query, doseq=True' : 'query'
  const search = query.length > 0 ? `?{urlencode(${how})}` : ''
  return `f"{os.environ['${addressVariable}']}${filledPath(request)}${search}"`
}

const headersOf = ({ keyVariable, body }: SampleRequest): string[] => {
  const headers = [
    ...(keyVariable ? [`"Authorization": f"Bearer {os.environ['${keyVariable}']}"`] : []),
    ...(body ? [`"Content-Type": ${JSON.stringify(body.contentType)}`] : []),
  ]
  if (headers.length < 2) return headers.map((header) => `headers={${header}}`)
  return [`headers={\n        ${headers.join(',\n        ')},\n    }`]
}

const methodOf = ({ method, body }: SampleRequest): string[] =>
  method === (body ? 'POST' : 'GET') ? [] : [`method="${method}"`]

/** Returns the arguments of `print`: the status, and the body if there is one. */
const printed = ({ hasBody, isJson }: SampleRequest): string => {
  if (!hasBody) return 'response.status'
  return isJson ? 'response.status, json.load(response)' : 'response.status, response.read()'
}

/** Returns a request in Python, with the standard library alone. */
export const pythonSample = (request: SampleRequest): string => {
  const { query, body, hasBody, isJson } = request
  const usesJson = body !== undefined || (hasBody && isJson)
  const imports = [
    ...(usesJson ? ['import json'] : []),
    'import os',
    'from urllib.error import HTTPError',
    ...(query.length > 0 ? ['from urllib.parse import urlencode'] : []),
    'from urllib.request import Request, urlopen',
  ]
  const parameters = [
    urlOf(request),
    ...methodOf(request),
    ...headersOf(request),
    ...(body ? ['data=json.dumps(body).encode()'] : []),
  ]
  return [
    imports.join('\n'),
    '',
    ...(query.length > 0 ? [assigned('query', Object.fromEntries(query))] : []),
    ...(body ? [assigned('body', body.value)] : []),
    `request = Request(\n    ${parameters.join(',\n    ')},\n)`,
    'try:',
    `    with urlopen(request) as response:\n        print(${printed(request)})`,
    'except HTTPError as error:',
    '    raise SystemExit(f"{error.code} {error.read().decode()}")',
  ].join('\n')
}
