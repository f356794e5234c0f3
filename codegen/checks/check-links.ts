import { type Document, isReference, methods, type Response, resolve } from '../model/document.ts'
import { escapePointer } from '../model/pointer.ts'
import type { Report } from './report.ts'
import { unsupportedKeywords } from './supported-keywords.ts'

/** Reports unsupported links, and links to operations that do not exist. */
export const checkLinks = (
  document: Document,
  response: Response,
  where: string,
  report: Report,
) => {
  const operations = new Set(
    Object.values(document.paths ?? {}).flatMap((item) =>
      methods.map((method) => item[method]?.operationId),
    ),
  )
  for (const [name, part] of Object.entries(response.links ?? {})) {
    const at = isReference(part) ? part.$ref : `${where}/links/${escapePointer(name)}`
    const link = resolve(document.components?.links, part)
    for (const keyword of unsupportedKeywords('link', link)) report(`\`${keyword}\``, at)
    if (!operations.has(link.operationId ?? ''))
      report(`a link to the operation \`${link.operationId}\`, which does not exist,`, at)
  }
}
