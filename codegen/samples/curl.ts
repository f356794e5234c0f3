import { type LiteralStyle, literal } from './literal.ts'
import { type SampleRequest, target } from './sample-request.ts'

const json: LiteralStyle = {
  indent: '  ',
  width: 80,
  key: (name) => JSON.stringify(name),
  text: (value) => JSON.stringify(value),
  words: { true: 'true', false: 'false', null: 'null' },
  padding: ' ',
  trailing: '',
}

/** A text between single quotes, in which a shell looks at nothing. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** How curl is told of a method: it knows some by itself. */
const methodOption = ({ method, body }: SampleRequest): string[] => {
  if (method === 'HEAD') return ['--head']
  return method === (body ? 'POST' : 'GET') ? [] : [`--request ${method}`]
}

/** A request as a command line. */
export const curlSample = (request: SampleRequest): string => {
  const { addressVariable, keyVariable, body } = request
  const options = [
    ...methodOption(request),
    ...(keyVariable ? [`--header "Authorization: Bearer $${keyVariable}"`] : []),
    ...(body
      ? [
          `--header 'Content-Type: ${body.contentType}'`,
          `--data ${quoted(literal(body.value, json, '', 10))}`,
        ]
      : []),
  ]
  return [`curl "$${addressVariable}${target(request)}"`, ...options].join(' \\\n  ')
}
