import type { Input, OperationId, Reply } from '../../generated/operations.ts'
import type { Call } from '../../server/http/api/env.ts'
import type { Keys } from '../own/template.ts'
import type { Change } from './mutant.ts'

type MaybePromise<Id extends OperationId> = Reply<Id> | Promise<Reply<Id>>

/** The operations as a mapped type, so that a function can be generic over them. */
type Real = { [Id in OperationId]: (input: Input<Id>, call: Call) => MaybePromise<Id> }

type Success<Id extends OperationId> = Extract<Reply<Id>, { status: 200 | 201 }>

const isSuccess = <Id extends OperationId>(reply: Reply<Id>): reply is Success<Id> =>
  reply.status < 300

/** Replaces one operation. */
export const operation = <Id extends OperationId>(
  id: Id,
  run: (input: Input<Id>, call: Call, real: Real, keys: Keys) => MaybePromise<Id>,
): Change => ({
  operations: (real, keys) =>
    Object.assign({}, real, {
      [id]: (given: Input<Id>, call: Call) => run(given, call, real, keys),
    }),
})

/** Changes the input of an operation. */
export const input = <Id extends OperationId>(
  id: Id,
  change: (input: Input<Id>) => Input<Id>,
): Change => operation(id, (given, call, real) => real[id](change(given), call))

/** Changes the reply of an operation. */
export const reply = <Id extends OperationId>(
  id: Id,
  change: (reply: Reply<Id>, input: Input<Id>, call: Call, real: Real) => MaybePromise<Id>,
): Change =>
  operation(id, async (given, call, real) => change(await real[id](given, call), given, call, real))

/** Changes the body of the successful replies of an operation. */
export const body = <Id extends OperationId>(
  id: Id,
  change: (body: Success<Id>['body'], input: Input<Id>) => Success<Id>['body'],
): Change =>
  reply(id, (given, sent) =>
    isSuccess(given) ? { ...given, body: change(given.body, sent) } : given,
  )
