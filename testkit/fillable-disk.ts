import { execFileSync } from 'node:child_process'
import { appendFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** A folder whose disk can be filled. */
type FillableDisk = {
  path: string
  /** Makes writes of a process fail. */
  fill(pid: number): void
  /** Lets the process write again. */
  free(pid: number): void
  remove(): void
}

const run = (program: string, ...args: string[]): boolean => {
  try {
    execFileSync(program, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Mounts a file system in memory, whose writes fail with ENOSPC when it is full. Needs root. */
const mountedDisk = (path: string): FillableDisk | undefined => {
  if (!run('mount', '-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', path)) return undefined
  const ballast = join(path, 'ballast')
  const append = (bytes: Buffer): void => {
    try {
      for (;;) appendFileSync(ballast, bytes)
    } catch {
      // The disk has no room for so many bytes.
    }
  }
  return {
    path,
    fill: () => {
      append(Buffer.alloc(1024 * 1024))
      append(Buffer.alloc(1))
    },
    free: () => rmSync(ballast),
    remove: () => {
      run('umount', '--lazy', path)
    },
  }
}

/** Limits the file size of a process: the closest to a full disk without root. */
const limitedFiles = (path: string): FillableDisk | undefined => {
  if (!run('prlimit', '--version')) return undefined
  const limit = (bytes: string) => (pid: number) =>
    void run('prlimit', '--pid', String(pid), `--fsize=${bytes}:`)
  return { path, fill: limit('0'), free: limit('unlimited'), remove: () => {} }
}

/** Returns a disk in an empty folder; undefined where neither way works. */
export const fillableDisk = (path: string): FillableDisk | undefined =>
  mountedDisk(path) ?? limitedFiles(path)
