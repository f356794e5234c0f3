import { existsSync } from 'node:fs'
import { extname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Operations, operationIds } from '../../generated/operations.ts'
import type { ExtendApp } from '../http/api/app.ts'
import type { Call } from '../http/kit/env.ts'
import { nearestName } from './nearest-name.ts'
import { typeCheck } from './type-check.ts'

/** What `npm run stubs -- --with FILE` takes from a module. */
export type StubModule = { operations: Operations<Call>; extend?: ExtendApp | undefined }

/** Thrown for a module that cannot replace the stubs. The message says what to change. */
export class StubModuleError extends Error {
  override name = 'StubModuleError'
}

const hasMethod = (operations: object, name: string): boolean =>
  typeof Reflect.get(operations, name) === 'function'

const isOperations = (value: object): value is Operations<Call> =>
  operationIds.every((id) => hasMethod(value, id))

const isExtend = (value: unknown): value is ExtendApp | undefined =>
  value === undefined || typeof value === 'function'

const rejectUnknownNames = (file: string, operations: object): void => {
  const known = new Set<string>(operationIds)
  const unknown = Object.keys(operations).filter((name) => !known.has(name))
  if (unknown.length === 0) return
  const lines = unknown.map((name) => `  ${name}: did you mean ${nearestName(name, operationIds)}?`)
  throw new StubModuleError(
    `${file} has methods that are no operations of the contract:\n${lines.join('\n')}`,
  )
}

/** @throws {StubModuleError} with the compiler's errors. */
const checkTypes = (file: string, warn: (line: string) => void): void => {
  if (!['.ts', '.mts'].includes(extname(file))) return
  const errors = typeCheck(resolve(file))
  if (errors === undefined)
    warn(`${file} is not type-checked: TypeScript is not installed. Install it with npm ci.`)
  else if (errors !== '')
    throw new StubModuleError(`${errors}\n${file} does not compile. Fix it and start again.`)
}

/**
 * Type-checks and imports a module of operations.
 * @param warn called with a line if TypeScript is not installed.
 * @throws {StubModuleError} for a missing file, type errors, or an export that does not fit.
 */
export const readStubModule = async (
  file: string,
  warn: (line: string) => void,
): Promise<StubModule> => {
  if (!existsSync(file)) throw new StubModuleError(`There is no file ${file}`)
  checkTypes(file, warn)
  const { operations, extend }: { operations?: unknown; extend?: unknown } = await import(
    pathToFileURL(resolve(file)).href
  )
  if (typeof operations === 'object' && operations !== null) rejectUnknownNames(file, operations)
  if (typeof operations !== 'object' || operations === null || !isOperations(operations))
    throw new StubModuleError(
      `${file} must export \`operations\` with a method for every operation. Spread the stubs first.`,
    )
  if (!isExtend(extend))
    throw new StubModuleError(`${file} must export \`extend\` as a function, or not at all`)
  return { operations, extend }
}
