import type { Operations } from '../../generated/operations.ts'
import type { Call } from '../http/call.ts'
import { listVariants } from '../store/variants.ts'
import type { Services } from './services.ts'

export const productOperations = ({ store, cdnUrl }: Services) =>
  ({
    async listProducts({ query }, { account }) {
      return { status: 200, body: await listVariants(store, { account, ...query }, cdnUrl) }
    },
  }) satisfies Partial<Operations<Call>>
