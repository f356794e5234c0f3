/** The head of every generated file. */
export const banner = '// Generated from the OpenAPI document by `npm run generate`. Do not edit.\n'
