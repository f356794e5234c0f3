import { bodyName, parametersName, replyName } from '../model/constants.ts'
import { type Document, methods } from '../model/document.ts'
import { readOperations } from '../model/model.ts'
import { identifier } from '../model/names.ts'
import { escapePointer } from '../model/pointer.ts'
import type { Report } from './report.ts'

/** Reports operations that share an operationId. */
export const checkOperationIds = (document: Document, report: Report) => {
  const seen = new Set<string>()
  for (const section of ['paths', 'webhooks'] as const)
    for (const [path, item] of Object.entries(document[section] ?? {}))
      for (const method of methods) {
        const id = item[method]?.operationId
        if (id === undefined) continue
        if (seen.has(id))
          report(
            `the operationId \`${id}\`, which another operation has,`,
            `#/${section}/${escapePointer(path)}/${method}`,
          )
        seen.add(id)
      }
}

/** Reports a second security scheme: the layer only knows whether an operation is secured. */
export const checkSecuritySchemes = (document: Document, report: Report) => {
  const used = new Set<string>()
  for (const item of Object.values(document.paths ?? {}))
    for (const method of methods)
      for (const requirement of item[method]?.security ?? document.security ?? [])
        for (const scheme of Object.keys(requirement)) if (item[method]) used.add(scheme)
  if (used.size > 1)
    report(`several security schemes (${[...used].join(', ')})`, '#/components/securitySchemes')
}

/** Reports component schemas that share an identifier with each other or with an operation's schema. */
export const checkIdentifiers = (document: Document, report: Report) => {
  const taken = new Set<string>()
  for (const operation of readOperations(document)) {
    const inline = [
      operation.body?.schema.$ref === undefined ? bodyName(operation) : undefined,
      ...operation.replies.map((reply) =>
        reply.schema?.$ref === undefined ? replyName(operation, reply) : undefined,
      ),
      parametersName(operation, 'path'),
      parametersName(operation, 'query'),
    ]
    for (const name of inline) if (name !== undefined) taken.add(name)
  }
  for (const name of Object.keys(document.components?.schemas ?? {})) {
    if (taken.has(identifier(name)))
      report(
        `a name whose identifier (${identifier(name)}) is taken`,
        `#/components/schemas/${escapePointer(name)}`,
      )
    taken.add(identifier(name))
  }
}
