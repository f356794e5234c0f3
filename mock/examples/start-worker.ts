import { setupWorker } from 'msw/browser'
import { handlers } from '../msw.ts'

/** Lets MSW's worker respond to requests to a URL, without a mock or a server. */
export const startWorker = (url: string) => setupWorker(...handlers({ url })).start({ quiet: true })
