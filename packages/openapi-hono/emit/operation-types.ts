import { asType } from './module.ts'

/** The types of `operations.ts` that are the same for every document. */
export const operationTypes = asType(
  `
export type OperationId = keyof Replies

/** A reply that the document allows an operation, as plain data. */
export type Reply<Id extends OperationId> = Replies[Id]

/** The validated input of an operation. */
export type Input<Id extends OperationId> = Inputs[Id]

export type Answer<Id extends OperationId> = Reply<Id> | Promise<Reply<Id>>

/** What an operation gets that is open to requests without a principal. */
export type Open<Call> = Call extends { principal: infer P } ? Omit<Call, 'principal'> & { principal: P | undefined } : Call

type KeysOf<T> = T extends unknown ? keyof T : never
type ValueAt<T, K extends PropertyKey> = T extends unknown ? (K extends keyof T ? T[K] : never) : never
/** The names, up to ten levels deep, that a given value has and the declared type does not. */
type Undeclared<Given, Declared, Depth extends 0[] = []> = unknown extends Declared
  ? never
  : Given extends string | number | Uint8Array | Blob // their properties are no fields
  ? never
  : Depth['length'] extends 10
  ? never
  : Given extends check.ServerSentEvent<infer G>
  ? Undeclared<G, Declared, [...Depth, 0]>
  : Given extends AsyncIterable<infer G>
  ? Undeclared<G, Declared extends AsyncIterable<infer D> ? Exclude<D, check.ServerSentEvent<unknown>> : never, [...Depth, 0]>
  : Given extends readonly (infer G)[]
    ? Undeclared<G, Extract<Declared, readonly unknown[]>[number], [...Depth, 0]>
    : Given extends object
      ? {
          [K in KeysOf<Given>]: [Exclude<ValueAt<Given, K>, undefined>] extends [never]
            ? never
            : K extends KeysOf<Declared>
              ? Undeclared<ValueAt<Given, K>, ValueAt<Declared, K>, [...Depth, 0]>
              : K
        }[KeysOf<Given>]
      : never
type OfStatus<R, Status> = R extends { status: infer Declared }
  ? Status extends Declared
    ? R
    : never
  : never
type UndeclaredInReply<Given, Id extends OperationId> = Given extends { status: infer Status }
  ? Undeclared<Given, OfStatus<Reply<Id>, Status>>
  : never
type StatusOf<Given> = Given extends { status: infer Status } ? Status : never
/** A reply of another status. It is accepted first, so that the error can be a short text. */
type Forbidden<Id extends OperationId> = {
  status: Exclude<check.Statuses['default'], Reply<Id>['status']>
  body?: unknown
  headers?: unknown
}
/** What is wrong with the reply of an operation; unknown if nothing is. */
type Verdict<Id, Given> = Id extends OperationId
  ? [StatusOf<Given>] extends [Reply<Id>['status']]
    ? [UndeclaredInReply<Given, Id>] extends [never]
      ? unknown
      : { undeclared: UndeclaredInReply<Given, Id> }
    : MayReturn[Id]
  : { notAnOperation: Id }
type AnyReply<Id extends OperationId> = Reply<Id> | Forbidden<Id>
type AnyAnswer<Id extends OperationId> = AnyReply<Id> | Promise<AnyReply<Id>>
type Results = { [Id in OperationId]: AnyAnswer<Id> }
type Verdicts<Given> = { [Id in keyof Given]: Verdict<Id, Awaited<Given[Id]>> }
type Implementation<Given, Call> = {
  [Id in keyof Given]: (
    ...args: Id extends OperationId ? Parameters<Operations<Call>[Id]> : never[]
  ) => Given[Id]
}

/**
 * Takes an implementation of every operation and of nothing else. TypeScript lets an inferred reply
 * carry fields that the contract does not declare; here they do not compile.
 */
export function implement<Call>(): <Given extends Results & Verdicts<Given>>(
  operations: Implementation<Given, Call>,
) => Operations<Call>
// The result has the declared types, also after an error: \`mount\` would report it a second time.
export function implement(): unknown {
  return (operations: unknown) => operations
}
`,
  'check',
)
