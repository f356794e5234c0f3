import { ConfigError } from '../config.ts'
import { BackupError } from '../store/sqlite/backup.ts'
import { StoreError } from '../store/sqlite/sqlite-store.ts'

const anotherHost = 'set HOST to an address of this machine, such as 127.0.0.1'

/** What to do about an address that cannot be listened on, by the system's code for why. */
const remedies: ReadonlyMap<unknown, string> = new Map([
  ['EADDRINUSE', 'something else listens there; set PORT to another'],
  ['EACCES', 'this user may not listen there; set PORT to 1024 or above'],
  ['EADDRNOTAVAIL', `this machine does not have that address; ${anotherHost}`],
  ['EINVAL', `that is no address to listen on; ${anotherHost}`],
  ['ENOTFOUND', `no address is known by that name; ${anotherHost}`],
  ['EAI_AGAIN', `that name cannot be looked up; ${anotherHost}`],
])

/** The steps of listening: a file that may not be opened is EACCES too, and no matter of ports. */
const steps: readonly unknown[] = ['listen', 'getaddrinfo']

const remedyFor = (error: Error): string | undefined =>
  'syscall' in error && 'code' in error && steps.includes(error.syscall)
    ? remedies.get(error.code)
    : undefined

const isOfArguments = (error: Error): boolean =>
  'code' in error && typeof error.code === 'string' && error.code.startsWith('ERR_PARSE_ARGS_')

const firstSentence = (text: string): string => text.split(/\.\s|\.$/)[0] ?? text

/**
 * What keeps a program from its work: one line that says what to do, where somebody can do something
 * about it, and otherwise where in the program it happened.
 */
export const explain = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  if ([ConfigError, StoreError, BackupError].some((known) => error instanceof known))
    return error.message
  const remedy = remedyFor(error)
  if (remedy !== undefined) return `${error.message}: ${remedy}`
  if (isOfArguments(error)) return `${firstSentence(error.message)}; --help says what there is`
  return error.stack ?? error.message
}
