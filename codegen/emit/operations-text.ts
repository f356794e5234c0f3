// The parts of `operations.ts` that are the same for every document.

/** A reply, an input and an answer by operation. */
export const replyTypes = `
export type OperationId = keyof Replies

/** One of the answers that the contract allows an operation, as plain data. */
export type Reply<Id extends OperationId> = Replies[Id]

/** What an operation receives, validated. */
export type Input<Id extends OperationId> = Inputs[Id]

export type Answer<Id extends OperationId> = Reply<Id> | Promise<Reply<Id>>
`

/** What keeps an implementation from saying anything that the contract does not declare. */
export const exactness = `
type KeysOf<T> = T extends unknown ? keyof T : never
type ValueAt<T, K extends PropertyKey> = T extends { [P in K]?: infer V } ? V : never
/** The names, at any depth, that a given value has and the declared type does not. */
type Undeclared<Given, Declared> = unknown extends Declared
  ? never
  : Given extends readonly (infer G)[]
    ? Undeclared<G, Declared extends readonly (infer D)[] ? D : never>
    : Given extends object
      ? {
          [K in KeysOf<Given>]: [Exclude<ValueAt<Given, K>, undefined>] extends [never]
            ? never
            : K extends KeysOf<Declared>
              ? Undeclared<ValueAt<Given, K>, ValueAt<Declared, K>>
              : K
        }[KeysOf<Given>]
      : never
type UndeclaredInReply<Given, Id extends OperationId> = Given extends { status: infer Status }
  ? Undeclared<Given, Extract<Reply<Id>, { status: Status }>>
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
/** What the document says of a reply besides its body. */
export type DeclaredReply = {
  contentType?: string | undefined
  /** Headers whose value the document fixes. */
  headers?: Record<string, string>
  requiredHeaders?: readonly string[]
  /** Whether the server's edge answers with it, so that no operation may. */
  edge?: true
}

/** An operation as a server has to know it. */
export type Endpoint = {
  method: string
  /** The path template, parameters in braces. */
  path: string
  /** Whether a request needs a key. */
  secured: boolean
  /** Whether it also answers the methods that OpenAPI cannot name. */
  otherMethods?: true
  /** Headers of every answer of an operation that ends. */
  announces?: Record<string, string>
  pathParameters?: z.ZodObject
  queryParameters?: z.ZodObject
  body?: {
    contentType: string
    required: boolean
    /** \`errors\`: a body that does not validate is answered with a list of errors; else with a message alone. */
    invalid: string
    schema: z.ZodType
  }
  /** Reasons that are the whole message of the answer. */
  messages?: readonly string[]
  replies: { [status: number]: DeclaredReply }
}
`
