/** The first line of every generated TypeScript file. */
export const banner = '// Generated from the OpenAPI document by `npm run generate`. Do not edit.\n'
