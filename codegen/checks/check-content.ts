import {
  type Document,
  isReference,
  type MediaType,
  type Response,
  resolve,
} from '../model/document.ts'
import { escapePointer } from '../model/pointer.ts'
import { checkLinks } from './check-links.ts'
import type { Report } from './report.ts'
import { unsupportedKeywords } from './supported-keywords.ts'

const headerTypes = new Set(['string', 'integer', 'number', 'boolean'])

/** Reports unsupported parts of the content of a request body or response. */
export const checkContent = (
  document: Document,
  content: Record<string, MediaType>,
  where: string,
  report: Report,
) => {
  const types = Object.keys(content)
  if (types.length > 1) report(`several content types (${types.join(', ')})`, `${where}/content`)
  for (const [type, media] of Object.entries(content)) {
    const at = `${where}/content/${escapePointer(type)}`
    for (const keyword of unsupportedKeywords('mediaType', media)) report(`\`${keyword}\``, at)
    if (media.schema === undefined) report('a content type without `schema`', at)
    for (const [name, part] of Object.entries(media.examples ?? {})) {
      const example = resolve(document.components?.examples, part)
      for (const keyword of unsupportedKeywords('example', example))
        report(`\`${keyword}\``, `${at}/examples/${escapePointer(name)}`)
    }
  }
}

/** Reports unsupported parts of a response. */
export const checkResponse = (
  document: Document,
  response: Response,
  where: string,
  report: Report,
) => {
  const { components } = document
  for (const keyword of unsupportedKeywords('response', response)) report(`\`${keyword}\``, where)
  checkContent(document, response.content ?? {}, where, report)
  checkLinks(document, response, where, report)
  for (const [name, part] of Object.entries(response.headers ?? {})) {
    const at = isReference(part) ? part.$ref : `${where}/headers/${escapePointer(name)}`
    const header = resolve(components?.headers, part)
    for (const keyword of unsupportedKeywords('header', header)) report(`\`${keyword}\``, at)
    const { schema } = header
    const type = schema?.$ref
      ? resolve(components?.schemas, { $ref: schema.$ref }).type
      : (schema?.type ?? typeof schema?.const)
    if (typeof type !== 'string' || !headerTypes.has(type))
      report('a header whose schema is of no scalar type', at)
  }
}
