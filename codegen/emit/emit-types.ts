import openapiTS, { astToString } from 'openapi-typescript'
import { banner } from './banner.ts'

/** Emits `types.ts`: openapi-typescript's types, which the other outputs are checked against. */
export const emitTypes = async (json: string): Promise<string> => {
  const nodes = await openapiTS(json, {
    alphabetize: false,
    defaultNonNullable: false,
    silent: true,
  })
  return `${banner}\n${astToString(nodes)}`
}
