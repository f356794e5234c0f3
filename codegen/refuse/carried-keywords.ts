/**
 * What each kind of object of a document may say besides `x-…`: what the generator reads, and what
 * describes without changing any verdict or type.
 */
const carriedKeywords = {
  pathItem: new Set([
    ...['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'],
    ...['summary', 'description', 'parameters'],
  ]),
  operation: new Set([
    ...['operationId', 'summary', 'description', 'tags', 'externalDocs', 'deprecated'],
    ...['parameters', 'requestBody', 'responses', 'security'],
  ]),
  parameter: new Set([
    ...['name', 'in', 'required', 'schema'],
    ...['description', 'deprecated', 'example', 'examples'],
  ]),
  requestBody: new Set(['required', 'content', 'description']),
  mediaType: new Set(['schema', 'example', 'examples']),
  example: new Set(['value', 'summary', 'description']),
  response: new Set(['description', 'headers', 'content']),
  header: new Set(['required', 'schema', 'description', 'deprecated', 'example', 'examples']),
} as const

/** The keywords of an object that the generated layer would lose. */
export const lostKeywords = (kind: keyof typeof carriedKeywords, part: object): string[] =>
  Object.keys(part).filter((keyword) => {
    const carried: ReadonlySet<string> = carriedKeywords[kind]
    return !keyword.startsWith('x-') && !carried.has(keyword)
  })

/** What changes no verdict: of `format` too JSON Schema 2020-12 makes a note, not an assertion. */
export const annotations: readonly string[] = [
  'title',
  'description',
  'example',
  'examples',
  'format',
  'deprecated',
  '$comment',
]
/** Whether a keyword of a schema neither narrows it nor fills anything in. */
export const carriesNothing = (keyword: string): boolean =>
  keyword.startsWith('x-') || annotations.includes(keyword)
