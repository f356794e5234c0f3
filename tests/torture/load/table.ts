import type { Life } from './lives.ts'

const mebibytes = (bytes: number | undefined) =>
  bytes === undefined ? '?' : (bytes / 1024 / 1024).toFixed()

/** The lives of a server as rows of a table. */
export const lifeTable = (all: readonly Life[]): string[] => {
  const cells = (values: readonly (string | number)[]) =>
    values.map((value) => String(value).padStart(14)).join('')
  return [
    cells(['life', 'ended by', 'ready after', 'seconds', 'requests', 'MiB warm', 'MiB at last']),
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
