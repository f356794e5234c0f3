import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The length of a clock tick of Linux, in milliseconds. */
const tick = 10

/** Returns the fields of a process after its name, or undefined if it has ended. */
const fieldsOf = (pid: string): string[] | undefined => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}

const millisecondsIn = (fields: string[]): number =>
  (Number(fields[11]) + Number(fields[12])) * tick

/** Returns the CPU time of a process in milliseconds, 0 if it has ended. */
export const processMilliseconds = (pid: string): number => {
  const fields = fieldsOf(pid)
  return fields ? millisecondsIn(fields) : 0
}

/**
 * Returns the CPU time of a PostgreSQL server and its connections that are open, in milliseconds.
 * @param socket the folder of its Unix socket.
 */
export const postgresMilliseconds = (socket: string): number => {
  const [server] = readFileSync(join(socket, '.s.PGSQL.5432.lock'), 'utf8').split('\n')
  let milliseconds = 0
  for (const pid of readdirSync('/proc')) {
    if (!/^\d+$/.test(pid)) continue
    const fields = fieldsOf(pid)
    if (fields && (pid === server || fields[1] === server)) milliseconds += millisecondsIn(fields)
  }
  return milliseconds
}
