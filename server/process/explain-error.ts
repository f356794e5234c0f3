import { ConfigError } from '../config.ts'
import { StoreError } from '../store/store.ts'

/** Returns the message of an error that ends a program: its remedy, if any, or else the stack. */
export const explainError = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof ConfigError || error instanceof StoreError) return error.message
  const { syscall, code, path, message, stack = message }: NodeJS.ErrnoException = error
  // It names the file and the reason, such as a disk that is full.
  if (path !== undefined) return message
  const remedy = listenSyscalls.includes(syscall) ? remedies.get(code) : undefined
  if (remedy !== undefined) return `${message}: ${remedy}`
  // The code of some errors is a number.
  if (String(code).startsWith('ERR_PARSE_ARGS_'))
    return `${message.split(/\.\s|\.$/)[0]}. --help lists the options`
  return stack
}

/** System calls of listening. EACCES of a file has another one. */
const listenSyscalls: readonly unknown[] = ['listen', 'getaddrinfo']

const anotherHost = 'set HOST to an address of this machine, such as 127.0.0.1'

/** The remedies when listening fails, by error code. */
const remedies: ReadonlyMap<unknown, string> = new Map([
  ['EADDRINUSE', 'another program listens there; set PORT to another port'],
  ['EACCES', 'this user may not use that port; set PORT to 1024 or above'],
  ['EADDRNOTAVAIL', `this machine does not have that address; ${anotherHost}`],
  ['EINVAL', `that is not an address to listen on; ${anotherHost}`],
  ['ENOTFOUND', `that name has no address; ${anotherHost}`],
  ['EAI_AGAIN', `that name cannot be looked up; ${anotherHost}`],
])
