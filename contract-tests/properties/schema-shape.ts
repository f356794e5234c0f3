import { componentName, type Schema } from '../../codegen/model/document.ts'
import { arrayShape } from './array-shape.ts'
import { numberShape } from './number-shape.ts'
import { objectShape, recordShape } from './object-shape.ts'
import type { Shape } from './shape.ts'
import { anyOf, anything, booleanShape, enumShape, nullable } from './simple-shapes.ts'
import { stringShape } from './string-shape.ts'

/** Returns the shape of a schema. */
export type ShapeOf = (schema: Schema) => Shape

/**
 * Returns a function from a schema to its shape. The shape of a component is built once.
 * @param components the component schemas that `$ref`s name.
 */
export const shapesIn = (components: Record<string, Schema>): ShapeOf => {
  const built = new Map<string, Shape>()

  const componentShape = (name: string): Shape => {
    const shape = built.get(name) ?? shapeOf(components[name] ?? {})
    built.set(name, shape)
    return shape
  }

  const ofType = (type: string | undefined, schema: Schema): Shape => {
    switch (type) {
      case 'string':
        return stringShape(schema)
      case 'integer':
      case 'number':
        return numberShape(schema)
      case 'boolean':
        return booleanShape(schema['x-messages'])
      case 'null':
        return enumShape([null])
      case 'array':
        return arrayShape(shapeOf(schema.items ?? {}), schema)
      case 'object':
        return ofObject(schema)
      default:
        return anything
    }
  }

  const ofObject = (schema: Schema): Shape => {
    const { properties, additionalProperties } = schema
    if (!properties)
      return recordShape(
        shapeOf(typeof additionalProperties === 'object' ? additionalProperties : {}),
      )
    return objectShape(
      schema,
      Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [name, shapeOf(property)]),
      ),
    )
  }

  const shapeOf: ShapeOf = (schema) => {
    const messages = schema['x-messages']
    if (schema.$ref !== undefined) {
      const name = componentName(schema.$ref)
      return messages
        ? shapeOf({ ...components[name], 'x-messages': messages })
        : componentShape(name)
    }
    if ('const' in schema) return enumShape([schema.const], messages)
    if (schema.enum) return enumShape(schema.enum, messages)
    if (schema.anyOf) return anyOf(schema.anyOf.map(shapeOf))
    const types = [schema.type].flat()
    const base = ofType(types.find((type) => type !== 'null') ?? types[0], schema)
    return types.length > 1 && types.includes('null') ? nullable(base) : base
  }

  return shapeOf
}
