import type { Operations, Reply } from '../../generated/operations.ts'
import type { Call } from '../http/call.ts'

const checkAuth = (_: unknown, { account }: Call): Reply<'checkAuth'> => ({
  status: 200,
  body: { account_id: account, message: 'Authentication successful' },
})

/** The key was accepted before these run. All methods return the same response (specification §4). */
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
