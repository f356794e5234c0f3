const isObject = (part: unknown): part is Record<string, unknown> =>
  typeof part === 'object' && part !== null && !Array.isArray(part)

/** Extensions that say what is answered, what can be subscribed to and what will end; the rest is for tools. */
const telling = new Set(['x-deprecation', 'x-invalid-body', 'x-category'])

/** Under these the API has chosen the names, and `x-ray` is one of them. */
const maps = new Set([
  ...['properties', 'patternProperties', '$defs', 'paths', 'webhooks', 'headers', 'responses'],
  ...['content', 'schemas', 'parameters', 'requestBodies', 'examples', 'securitySchemes'],
  ...['callbacks', 'links', 'encoding', 'variables', 'mapping', 'scopes'],
])

/** Values of the API's own, which may look like anything. */
const values = new Set(['example', 'value', 'default', 'const', 'enum', ...telling])

/**
 * A document without the extensions that no caller and no subscriber notices. `redocly diff` takes
 * them for a part of what it compares: a parameter whose extension changed is another one to it.
 */
export const withoutExtensions = (part: unknown, isMap = false): unknown => {
  if (Array.isArray(part)) return part.map((each) => withoutExtensions(each))
  if (!isObject(part)) return part
  return Object.fromEntries(
    Object.entries(part)
      .filter(([name]) => isMap || !name.startsWith('x-') || telling.has(name))
      .map(([name, value]) => [
        name,
        !isMap && values.has(name) ? value : withoutExtensions(value, !isMap && maps.has(name)),
      ]),
  )
}
