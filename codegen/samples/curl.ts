import { type LiteralStyle, literal } from './literal.ts'
import { encoded, filledPath, type SampleRequest, target } from './sample-request.ts'

const json: LiteralStyle = {
  indent: '  ',
  width: 80,
  key: (name) => JSON.stringify(name),
  text: (value) => JSON.stringify(value),
  words: { true: 'true', false: 'false', null: 'null' },
  padding: ' ',
  trailing: '',
}

/** Quotes a text for the shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** How curl is told of a method: it knows some by itself. */
const methodOption = ({ method, body }: SampleRequest): string[] => {
  if (method === 'HEAD') return ['--head']
  return method === (body ? 'POST' : 'GET') ? [] : [`--request ${method}`]
}

/** A query by names and values, which curl encodes itself. */
const queryOptions = ({ query }: SampleRequest): string[] =>
  query.flatMap(([name, value]) =>
    [value].flat().map((each) => `--data-urlencode ${quoted(`${encoded(name)}=${each}`)}`),
  )

const bodyOptions = ({ body }: SampleRequest): string[] =>
  body
    ? [
        `--header 'Content-Type: ${body.contentType}'`,
        `--data ${quoted(literal(body.value, json, '', 10))}`,
      ]
    : []

/** A request as a command line. Beside a body, the query stands in the URL. */
export const curlSample = (request: SampleRequest): string => {
  const { addressVariable, keyVariable, query, body } = request
  const isApart = query.length > 0 && !body
  const url = `"$${addressVariable}${isApart ? filledPath(request) : target(request)}"`
  const options = [
    ...methodOption(request),
    ...(keyVariable ? [`--header "Authorization: Bearer $${keyVariable}"`] : []),
    ...(isApart ? queryOptions(request) : []),
    ...bodyOptions(request),
  ]
  return [`curl ${isApart ? '--get ' : ''}${url}`, ...options].join(' \\\n  ')
}
