export type { CallOptions, Query } from '../../generated/client/client.ts'
export type { Deprecation } from './calls.ts'
export {
  type Client,
  type ClientOptions,
  createClient,
  type OrderSearch,
  type PagingOptions,
  type Schemas,
} from './client.ts'
export { ApiError, isApiError, isUncertain, type OperationId, type RateLimit } from './errors.ts'
