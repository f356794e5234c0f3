/** The first line of every generated TypeScript file. */
export const banner = '// Generated from the OpenAPI document. Do not edit.\n'
