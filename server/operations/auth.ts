import type { Operations, Reply } from '../../generated/operations.ts'
import type { Call } from '../http/api/env.ts'

const checkAuth = (_: unknown, { account }: Call): Reply<'checkAuth'> => ({
  status: 200,
  body: { account_id: account, message: 'Authentication successful' },
})

/** Whoever comes this far has an accepted key; every method answers alike (specification §4). */
export const authOperations = {
  checkAuth,
  checkAuthPut: checkAuth,
  checkAuthPost: checkAuth,
  checkAuthDelete: checkAuth,
  checkAuthOptions: checkAuth,
  checkAuthHead: checkAuth,
  checkAuthPatch: checkAuth,
  checkAuthTrace: checkAuth,
} satisfies Partial<Operations<Call>>
