import {
  astToString,
  type GlobalContext,
  type OpenAPI3,
  resolveRef,
  transformSchema,
} from 'openapi-typescript'
import type { Document } from '../model/document.ts'
import { banner } from './banner.ts'

/** Whether a document is what openapi-typescript reads: it has its own name for the same type. */
const isOpenApi = (document: object): document is OpenAPI3 => 'openapi' in document

/** Whether a context is complete. The transformation does without the other settings. */
const isContext = (context: Partial<GlobalContext>): context is GlobalContext =>
  'resolve' in context

/**
 * Emits `types.ts`: openapi-typescript's types, which the other outputs are checked against. Its own
 * reading of the document, and its types for \`discriminator\`, are left out: the document has been
 * read, and a discriminator changes no verdict.
 */
export const emitTypes = (document: Document, isDirected: boolean): string => {
  if (!isOpenApi(document)) throw new TypeError('The document has no version of OpenAPI')
  const context: Partial<GlobalContext> = {
    additionalProperties: false,
    alphabetize: false,
    arrayLength: false,
    conditionalEnums: false,
    dedupeEnums: false,
    defaultNonNullable: false,
    discriminators: { objects: {}, refsHandled: [] },
    emptyObjectsUnknown: true,
    enum: false,
    enumValues: false,
    excludeDeprecated: false,
    exportType: false,
    generatePathParams: false,
    immutable: false,
    injectFooter: [],
    makePathsEnum: false,
    pathParamsAsTypes: false,
    propertiesRequiredByDefault: false,
    readWriteMarkers: isDirected,
    resolve: ($ref: string) => resolveRef(document, $ref, { silent: true }),
    rootTypes: false,
    rootTypesKeepCasing: false,
    rootTypesNoSchemaPrefix: false,
    silent: true,
  }
  if (!isContext(context)) throw new TypeError('The context is not complete')
  const nodes = transformSchema(document, context)
  return `${banner}\n${astToString(nodes)}`
}
