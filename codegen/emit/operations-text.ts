// The parts of `operations.ts` that are the same for every document.

/** Types of a reply, an input and a result, by operation. */
export const replyTypes = `
export type OperationId = keyof Replies

/** A reply that the document allows an operation, as plain data. */
export type Reply<Id extends OperationId> = Replies[Id]

/** The validated input of an operation. */
export type Input<Id extends OperationId> = Inputs[Id]

export type Answer<Id extends OperationId> = Reply<Id> | Promise<Reply<Id>>
`

/** The context of operations that need no credentials. */
export const openCall = `
/** What an operation gets that is open to requests without a principal. */
export type Open<Call> = Call extends { principal: infer P } ? Omit<Call, 'principal'> & { principal: P | undefined } : Call
`

/** Types that reject undeclared fields in the replies of an implementation. */
export const exactness = `
type KeysOf<T> = T extends unknown ? keyof T : never
type ValueAt<T, K extends PropertyKey> = T extends unknown ? (K extends keyof T ? T[K] : never) : never
/** The names, at any depth, that a given value has and the declared type does not. */
type Undeclared<Given, Declared> = unknown extends Declared
  ? never
  : Given extends string | number | Uint8Array | Blob // what has properties that are no fields
  ? never
  : Given extends AsyncIterable<infer G>
  ? Undeclared<G, Declared extends AsyncIterable<infer D> ? D : never>
  : Given extends readonly (infer G)[]
    ? Undeclared<G, Extract<Declared, readonly unknown[]>[number]>
    : Given extends object
      ? {
          [K in KeysOf<Given>]: [Exclude<ValueAt<Given, K>, undefined>] extends [never]
            ? never
            : K extends KeysOf<Declared>
              ? Undeclared<ValueAt<Given, K>, ValueAt<Declared, K>>
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
type Exactly<Ops> = {
  [Id in keyof Ops]: Id extends OperationId
    ? Ops[Id] extends (...args: never[]) => infer Given
      ? [UndeclaredInReply<Awaited<Given>, Id>] extends [never]
        ? Ops[Id]
        : { undeclared: UndeclaredInReply<Awaited<Given>, Id> }
      : never
    : { notAnOperation: Id }
}

/**
 * Takes an implementation of every operation and of nothing else. TypeScript lets an inferred reply
 * carry fields that the contract does not declare; here they do not compile.
 */
export const implement =
  <Call>() =>
  <Ops extends Operations<Call>>(operations: Ops & Exactly<Ops>): Operations<Call> =>
    operations
`
