import { unsupportedDeprecation } from '../model/deprecation.ts'
import {
  type Document,
  isReference,
  methods,
  type OperationObject,
  type PathItem,
  resolve,
} from '../model/document.ts'
import { isOperationId } from '../model/names.ts'
import { escapePointer } from '../model/pointer.ts'
import { checkContent, checkResponse } from './check-content.ts'
import { unsupportedParameter } from './check-parameter.ts'
import type { Report } from './report.ts'
import { unsupportedKeywords } from './supported-keywords.ts'

const placeOf = (part: object, where: string) => (isReference(part) ? part.$ref : where)

const checkParameters = (
  document: Document,
  path: string,
  lists: readonly (readonly [PathItem['parameters'], string])[],
  report: Report,
) => {
  const inPath = new Set<string>()
  for (const [parts = [], where] of lists) {
    const seen = new Set<string>()
    for (const part of parts) {
      const parameter = resolve(document.components?.parameters, part)
      const loss = unsupportedParameter(parameter, document)
      if (loss) report(loss, placeOf(part, where))
      const { name } = parameter
      if (seen.has(`${parameter.in} ${name}`)) report(`the parameter \`${name}\`, twice,`, where)
      seen.add(`${parameter.in} ${name}`)
      if (parameter.in !== 'path') continue
      inPath.add(name)
      if (!path.split('/').includes(`{${name}}`))
        report(`the path parameter \`${name}\`, which is not a segment of ${path},`, where)
    }
  }
  const at = lists[1]?.[1] ?? ''
  for (const [, name = ''] of path.matchAll(/\{([^}]*)\}/g))
    if (!inPath.has(name)) report(`\`{${name}}\` in ${path} without a parameter`, at)
}

const checkSecurity = (
  document: Document,
  { security = document.security ?? [] }: OperationObject,
  where: string,
  report: Report,
) => {
  for (const requirement of security) {
    const schemes = Object.entries(requirement)
    if (schemes.length !== 1) report('`security` of other than one scheme', where)
    for (const [scheme, scopes] of schemes)
      if (scopes.length > 0) report(`the scopes of the security scheme \`${scheme}\``, where)
  }
  if (security.length > 1) report('a choice of security schemes', where)
}

const checkOperation = (
  document: Document,
  operation: OperationObject,
  at: string,
  report: Report,
) => {
  const { operationId, requestBody } = operation
  if (!operationId) report('an operation without `operationId`', at)
  else if (!isOperationId(operationId))
    report(`the operationId \`${operationId}\`, which is not a free identifier,`, at)
  for (const keyword of unsupportedKeywords('operation', operation)) report(`\`${keyword}\``, at)
  const announced = operation['x-deprecation']
  const loss = announced === undefined ? undefined : unsupportedDeprecation(announced)
  if (loss) report(loss, at)
  if (!requestBody) return
  const body = resolve(document.components?.requestBodies, requestBody)
  const where = placeOf(requestBody, `${at}/requestBody`)
  for (const keyword of unsupportedKeywords('requestBody', body)) report(`\`${keyword}\``, where)
  if (Object.keys(body.content).length === 0) report('a body without a content type', where)
  checkContent(document, body.content, where, report)
}

/** Reports unsupported parts of the operations of a path. */
export const checkPath = (
  document: Document,
  path: string,
  item: PathItem,
  where: string,
  report: Report,
) => {
  for (const keyword of unsupportedKeywords('pathItem', item)) report(`\`${keyword}\``, where)
  const ids = methods.map((method) => item[method]?.operationId)
  const other = item['x-other-methods']
  if (other !== undefined && !ids.includes(other))
    report(`\`x-other-methods: ${other}\`, which is not an operation of this path,`, where)
  for (const method of methods) {
    const operation = item[method]
    if (!operation) continue
    const at = `${where}/${method}`
    checkOperation(document, operation, at, report)
    checkSecurity(document, operation, at, report)
    const lists = [
      [item.parameters, `${where}/parameters`],
      [operation.parameters, `${at}/parameters`],
    ] as const
    checkParameters(document, path, lists, report)
    for (const [status, part] of Object.entries(operation.responses ?? {})) {
      if (!/^[1-5][0-9]{2}$/.test(status))
        report(`the response \`${status}\` (name each status)`, `${at}/responses`)
      const response = resolve(document.components?.responses, part)
      checkResponse(document, response, placeOf(part, `${at}/responses/${status}`), report)
    }
  }
}

/** Reports unsupported parts of a webhook. The layer has its payload, which is sent by POST. */
export const checkWebhook = (document: Document, name: string, item: PathItem, report: Report) => {
  const where = `#/webhooks/${escapePointer(name)}`
  for (const keyword of unsupportedKeywords('pathItem', item)) report(`\`${keyword}\``, where)
  for (const method of methods) {
    const operation = item[method]
    if (!operation) continue
    const at = `${where}/${method}`
    checkOperation(document, operation, at, report)
    if (method !== 'post') report(`a webhook by \`${method}\``, at)
    else if (!operation.requestBody) report('a webhook without a body', at)
  }
}
