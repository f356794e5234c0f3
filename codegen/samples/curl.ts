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

/** Returns the option for a method, unless it is curl's default. */
const methodOption = ({ method, body }: SampleRequest): string[] => {
  if (method === 'HEAD') return ['--head']
  return method === (body ? 'POST' : 'GET') ? [] : [`--request ${method}`]
}

/** Returns a query as options. curl encodes the values. */
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

/** Returns a request as a curl command. With a body, the query is part of the URL. */
export const curlSample = (request: SampleRequest): string => {
  const { addressVariable, keyVariable, query, body } = request
  const hasQueryOptions = query.length > 0 && !body
  const url = `"$${addressVariable}${hasQueryOptions ? filledPath(request) : target(request)}"`
  const options = [
    ...methodOption(request),
    ...(keyVariable ? [`--header "Authorization: Bearer $${keyVariable}"`] : []),
    ...(hasQueryOptions ? queryOptions(request) : []),
    ...bodyOptions(request),
  ]
  return [`curl ${hasQueryOptions ? '--get ' : ''}${url}`, ...options].join(' \\\n  ')
}
