import type { Document } from '../../codegen/model/document.ts'
import { type Operation, readOperations } from '../../codegen/model/model.ts'
import { type ParameterShape, parameterShape } from './parameter-shapes.ts'
import { type ShapeOf, shapesIn } from './schema-shape.ts'
import type { Shape } from './shape.ts'

/** The part of an operation that property-based tests build requests from. */
export type OperationProperties = {
  id: string
  method: string
  /** The path template, parameters in braces. */
  path: string
  tag: string
  pathParameters: Record<string, ParameterShape>
  queryParameters: Record<string, ParameterShape>
  /** The response's whole message for a missing parameter, where the document fixes it. */
  requiredMessages: Record<string, string>
  body: { shape: Shape; invalid: string } | undefined
}

const parametersOf = (
  { parameters }: Operation,
  place: 'path' | 'query',
  components: Document['components'],
  shapeOf: ShapeOf,
): Record<string, ParameterShape> =>
  Object.fromEntries(
    parameters
      .filter((parameter) => parameter.in === place)
      .map((parameter) => [
        parameter.name,
        parameterShape(parameter, components?.schemas ?? {}, shapeOf),
      ]),
  )

const requiredMessagesOf = ({ parameters }: Operation): Record<string, string> =>
  Object.fromEntries(
    parameters.flatMap(({ name, schema }) => {
      const message = schema?.['x-messages']?.required
      return message === undefined ? [] : [[name, message]]
    }),
  )

/** Reads the properties of every operation from an OpenAPI document, in its order. */
export const readProperties = (document: Document): OperationProperties[] => {
  const { components } = document
  const shapeOf = shapesIn(components?.schemas ?? {})
  return readOperations(document).map((operation) => ({
    id: operation.id,
    method: operation.method.toUpperCase(),
    path: operation.path,
    tag: operation.tags[0] ?? '',
    pathParameters: parametersOf(operation, 'path', components, shapeOf),
    queryParameters: parametersOf(operation, 'query', components, shapeOf),
    requiredMessages: requiredMessagesOf(operation),
    body: operation.body && {
      shape: shapeOf(operation.body.schema),
      invalid: operation.body.invalid,
    },
  }))
}
