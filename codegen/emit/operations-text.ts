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

/** Types that reject undeclared fields in the replies of an implementation. */
export const exactness = `
type KeysOf<T> = T extends unknown ? keyof T : never
type ValueAt<T, K extends PropertyKey> = T extends unknown ? (K extends keyof T ? T[K] : never) : never
/** The names, at any depth, that a given value has and the declared type does not. */
type Undeclared<Given, Declared> = unknown extends Declared
  ? never
  : Given extends string | number // branded ones have properties, which are no fields
  ? never
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

/** The table of operations, as a type. */
export const endpointTypes = `
/** How a request body of a content type is read. */
export type RequestContent = {
  kind: 'json' | 'form' | 'multipart' | 'text' | 'events' | 'bytes'
  /** Checks a value and copies what is declared. A body without it is a stream. */
  read?: (value: unknown) => Read<unknown>
}

/** A reply's declaration, without its body. */
export type DeclaredReply = {
  /** The first of the content types. */
  contentType?: string | undefined
  contentTypes?: readonly string[]
  /** Headers whose value the document fixes. */
  headers?: Record<string, string>
  requiredHeaders?: readonly string[]
  /** Whether only the server's edge sends it. */
  edge?: true
}

/** An operation's declaration, as a server needs it. */
export type Endpoint = {
  method: string
  /** The path template, parameters in braces. */
  path: string
  /** Whether a request needs a key. */
  secured: boolean
  /** Whether it also handles methods that OpenAPI cannot name. */
  otherMethods?: true
  /** Headers of every response of a deprecated operation. */
  announces?: Record<string, string>
  pathParameters?: Parameters
  queryParameters?: Parameters
  headerParameters?: Parameters
  cookieParameters?: Parameters
  body?: {
    /** The first of the content types. */
    contentType: string
    required: boolean
    /** The response to an invalid body: \`errors\` has a list of errors, \`message\` a message alone. */
    invalid: string
    /** How a body is read, by content type. */
    contents: { readonly [contentType: string]: RequestContent }
  }
  /** Validation messages that are the response's whole message. */
  messages?: readonly string[]
  replies: { [status: string]: DeclaredReply }
}
`
