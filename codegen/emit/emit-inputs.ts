import type { Body, Operation, PlacedParameter } from '../model/model.ts'
import { key } from '../model/names.ts'
import { banner } from './banner.ts'
import { parameterPlaces, parametersIn } from './emit-requests.ts'
import { importsFor, schemaTypes } from './imports.ts'
import type { Layer } from './layer.ts'
import { typeExpression } from './type-expression.ts'

const text = (value: unknown): string => JSON.stringify(value)

const parameterType = (layer: Layer, { id }: Operation, parameter: PlacedParameter): string => {
  const { name, in: place, schema = {}, required, contentType } = parameter
  const path = `NonNullable<operations[${text(id)}]["parameters"][${text(place)}]>[${text(name)}]`
  // openapi-typescript gives every parameter with a content type the type string.
  const other = contentType === undefined ? `Exclude<${path}, undefined>` : 'unknown'
  const type = typeExpression(schema) ?? other
  const isThere = required === true || layer.parameterDefault(parameter) !== undefined
  return `${key(name)}${isThere ? '' : '?'}: ${type}`
}

/** Returns the content types of replies that a client chooses from, if there are several. */
export const acceptedTypes = ({ replies, ranges }: Operation): string[] => {
  const choices = [...replies.filter(({ status }) => status < 400), ...ranges].flatMap(
    ({ contents }) => (contents.length > 1 ? contents.map(({ contentType }) => contentType) : []),
  )
  return [...new Set(choices)]
}

const bodyInput = (layer: Layer, operation: Operation, body: Body): string[] => {
  const none = body.required ? '' : ' | undefined'
  return body.contents.map((content) => {
    const type = layer.requestBodyType(operation, content)
    return body.contents.length === 1
      ? `body: ${type}${none}`
      : `contentType: ${text(content.contentType)}; body: ${type}`
  })
}

const inputType = (layer: Layer, operation: Operation): string => {
  const parts = parameterPlaces.flatMap((place) => {
    const types = parametersIn(operation, place).map((each) =>
      parameterType(layer, operation, each),
    )
    return types.length > 0 ? [`${place}: { ${types.join('; ')} }`] : []
  })
  const accepts = acceptedTypes(operation)
  if (accepts.length > 0) parts.push(`accept: ${accepts.map(text).join(' | ')}`)
  const { body } = operation
  const [only, ...others] = body ? bodyInput(layer, operation, body) : []
  if (only === undefined || others.length === 0)
    return `${operation.id}: { ${[...parts, ...(only === undefined ? [] : [only])].join('; ')} }`
  const none = body?.required ? [] : ['contentType?: undefined; body?: undefined']
  const bodies = [only, ...others, ...none].map((each) => `{ ${[...parts, each].join('; ')} }`)
  return `${operation.id}: ${bodies.join(' | ')}`
}

/** Emits `inputs.ts`: what each operation gets, as types. */
export const emitInputs = (layer: Layer): string => {
  const members = layer.operations.map((operation) => `${inputType(layer, operation)}\n`)
  const code = `
/** The validated input of each operation. */
export type Inputs = {
${members.join('')}}
`
  const imports = importsFor(code, { check: "import type * as check from './check.ts'" })
  return `${banner}\n${imports}${schemaTypes(code)}${code}`
}
