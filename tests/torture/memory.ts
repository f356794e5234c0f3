import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

/** Memory in bytes, and handles of open connections. */
export type Held = { bytes: number; handles: number }

const ofConnections = /TCP|TLS|GetAddrInfo|QueryWrap/

const handles = (): number =>
  process.getActiveResourcesInfo().filter((name) => ofConnections.test(name)).length

/**
 * Measures after collecting garbage.
 * @param open waits up to 10 s until at most so many handles are open.
 */
export const held = async (open = 0): Promise<Held> => {
  const deadline = performance.now() + 10_000
  while (handles() > open && performance.now() < deadline) await sleep(1)
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return { bytes: heapUsed + external, handles: handles() }
}

const mebibyte = 1024 * 1024

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const grown = (samples: readonly Held[], of: keyof Held): number => {
  const values = samples.map((sample) => sample[of])
  const third = Math.floor(values.length / 3)
  return median(values.slice(-third)) - median(values.slice(0, third))
}

/** Compares the medians of the last and the first third of the samples. */
export const growth = (samples: readonly Held[]): Held => ({
  bytes: grown(samples, 'bytes'),
  handles: grown(samples, 'handles'),
})

/** Allows half a MiB, which the measurement itself varies by, and no handle. */
export const isFlat = ({ bytes, handles }: Held): boolean => bytes < mebibyte / 2 && handles <= 0

export const format = ({ bytes, handles }: Held): string =>
  `${(bytes / mebibyte).toFixed(2)} MiB, ${handles} handles`
