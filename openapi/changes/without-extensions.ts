const isObject = (part: unknown): part is Record<string, unknown> =>
  typeof part === 'object' && part !== null && !Array.isArray(part)

/** Extensions that clients or subscribers notice. All others are for tools. */
const noticed = new Set(['x-deprecation', 'x-invalid-body', 'x-category'])

/** Keywords whose keys are names of the API, so that a key such as `x-ray` is not an extension. */
const maps = new Set([
  ...['properties', 'patternProperties', '$defs', 'paths', 'webhooks', 'headers', 'responses'],
  ...['content', 'schemas', 'parameters', 'requestBodies', 'examples', 'securitySchemes'],
  ...['callbacks', 'links', 'encoding', 'variables', 'mapping', 'scopes'],
])

/** Keywords whose values are data of the API and are kept unchanged. */
const values = new Set(['example', 'value', 'default', 'const', 'enum', ...noticed])

/**
 * Removes the extensions that clients and subscribers do not notice. `redocly diff` compares
 * extensions too: it reports a parameter with a changed extension as a different parameter.
 */
export const withoutExtensions = (part: unknown, isMap = false): unknown => {
  if (Array.isArray(part)) return part.map((each) => withoutExtensions(each))
  if (!isObject(part)) return part
  return Object.fromEntries(
    Object.entries(part)
      .filter(([name]) => isMap || !name.startsWith('x-') || noticed.has(name))
      .map(([name, value]) => [
        name,
        !isMap && values.has(name) ? value : withoutExtensions(value, !isMap && maps.has(name)),
      ]),
  )
}
