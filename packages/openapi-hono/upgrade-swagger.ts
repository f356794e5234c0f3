/**
 * Converts a document of Swagger 2.0 to OpenAPI 3.0 with @scalar/openapi-upgrader, which projects that need
 * it install.
 * @throws {Error} when it is not installed.
 */
export const upgradeSwagger = async (document: Record<string, unknown>): Promise<unknown> => {
  const converter = await import('@scalar/openapi-upgrader/2.0-to-3.0').catch(() => {
    throw new Error(
      'Swagger 2.0 needs a converter. Install it: npm install --save-dev @scalar/openapi-upgrader@0.4.9',
    )
  })
  // YAML reads 2.0 without quotes as a number.
  return converter.upgradeFromTwoToThree({ ...document, swagger: '2.0' })
}

/** The sections of Swagger 2.0 that are elsewhere in OpenAPI 3.0. */
const sections: Readonly<Record<string, string>> = {
  '#/components/schemas': '#/definitions',
  '#/components/parameters': '#/parameters',
  '#/components/requestBodies': '#/parameters',
  '#/components/responses': '#/responses',
  '#/components/securitySchemes': '#/securityDefinitions',
}

/** Returns the JSON pointer that a part of a converted document had in Swagger 2.0. */
export const pointerInSwagger = (pointer: string): string => {
  const [section, before] =
    Object.entries(sections).find(([each]) => pointer.startsWith(each)) ?? []
  const moved = section === undefined ? pointer : `${before}${pointer.slice(section.length)}`
  return moved
    .replace(/(\/(?:parameters|headers)\/[^/]+)\/schema/, '$1')
    .replace(/(\/responses\/[^/]+)\/content\/[^/]+\/schema/, '$1/schema')
}
