import { type Endpoint, endpoints, type OperationId } from '../generated/operations.ts'

/** Whether the edge answers with a status, so that no operation may. */
export const isOfEdge = (operationId: OperationId, status: number): boolean => {
  const endpoint: Endpoint = endpoints[operationId]
  return endpoint.replies[status]?.edge === true
}
