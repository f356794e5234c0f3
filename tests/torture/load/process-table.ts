import type { ProcessRun } from './restarting-server.ts'

const mebibytes = (bytes: number | undefined) =>
  bytes === undefined ? '?' : (bytes / 1024 / 1024).toFixed()

/** Formats the measurements of the server processes as a table. */
export const processTable = (all: readonly ProcessRun[]): string[] => {
  const cells = (values: readonly (string | number)[]) =>
    values.map((value) => String(value).padStart(14)).join('')
  return [
    cells(['process', 'ended by', 'ready after', 'seconds', 'requests', 'MiB warm', 'MiB at end']),
    ...all.map(({ end, seconds, readyAfter, requests, memory }, i) =>
      cells([
        i + 1,
        end,
        `${readyAfter.toFixed()} ms`,
        seconds.toFixed(1),
        requests,
        mebibytes(memory.warm),
        mebibytes(memory.last),
      ]),
    ),
  ]
}
