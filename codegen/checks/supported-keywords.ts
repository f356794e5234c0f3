/**
 * The keywords of each kind of object in a document, besides `x-…`. The generator reads them, or they
 * change neither validation nor types.
 */
const supportedKeywords = {
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
  response: new Set(['description', 'headers', 'content', 'links']),
  link: new Set(['operationId', 'description', 'parameters', 'requestBody']),
  header: new Set(['required', 'schema', 'description', 'deprecated', 'example', 'examples']),
} as const

/** Returns the keywords of an object that the generator does not support. */
export const unsupportedKeywords = (kind: keyof typeof supportedKeywords, part: object): string[] =>
  Object.keys(part).filter((keyword) => {
    const carried: ReadonlySet<string> = supportedKeywords[kind]
    return !keyword.startsWith('x-') && !carried.has(keyword)
  })

/** Keywords that do not change validation. In JSON Schema 2020-12, `format` is one of them. */
export const annotations: readonly string[] = [
  'title',
  'description',
  'example',
  'examples',
  'format',
  'deprecated',
  '$comment',
]
/** Returns whether a keyword of a schema does not change validation. */
export const isAnnotation = (keyword: string): boolean =>
  keyword.startsWith('x-') || annotations.includes(keyword)
