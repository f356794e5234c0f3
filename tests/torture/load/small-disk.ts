import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Where a database is whose disk can be filled. */
export type SmallDisk = {
  path: string
  /** How it is filled, in words. */
  how: string
  /** Leaves a process no room to write. */
  fill(pid: number): void
  /** Gives it room again. */
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

/** Large enough for whatever is written to it; it takes only what is. */
const bytes = 6 * 1024 ** 3

/** A file system in a file: it can be full without the machine's disk being so. It takes root. */
const loopDisk = (folder: string): SmallDisk | undefined => {
  const [image, path] = [join(folder, 'disk.img'), join(folder, 'disk')]
  mkdirSync(path)
  writeFileSync(image, '')
  truncateSync(image, bytes)
  const isMade =
    run('mkfs.ext4', '-q', '-F', '-m', '0', image) && run('mount', '-o', 'loop', image, path)
  if (!isMade) {
    rmSync(image)
    rmSync(path, { recursive: true })
    return undefined
  }
  const unmount = () => {
    run('umount', '--lazy', path)
  }
  // Before the folder is removed, which cannot be while something is mounted in it.
  process.prependOnceListener('exit', unmount)
  const ballast = join(path, 'ballast')
  return {
    path,
    how: 'ENOSPC, on a file system of its own',
    fill: () => {
      const { bavail, bsize } = statfsSync(path)
      // What is written meanwhile may leave less than that: smaller and smaller pieces, until nothing is left.
      for (let i = 0, size = bavail * bsize; size >= bsize; i++)
        if (!run('fallocate', '--length', String(size), `${ballast}${i}`))
          size = Math.floor(size / 2)
        else size = Math.min(size, statfsSync(path).bavail * bsize)
    },
    free: () => {
      for (let i = 0; i < 1000; i++) rmSync(`${ballast}${i}`, { force: true })
      // ext4 gives freed blocks back with its journal's next commit, which may be seconds away.
      run('sync', '--file-system', path)
    },
    remove: () => {
      unmount()
      process.off('exit', unmount)
    },
  }
}

/** No file of a process may grow: as near to a full disk as can be had without root. */
const limitedFiles = (path: string): SmallDisk | undefined =>
  run('prlimit', '--version')
    ? {
        path,
        how: 'EFBIG, by a limit on the size of files',
        fill: (pid) => {
          run('prlimit', '--pid', String(pid), '--fsize=0:')
        },
        free: (pid) => {
          run('prlimit', '--pid', String(pid), '--fsize=unlimited:')
        },
        remove: () => {},
      }
    : undefined

/** @returns nothing where a disk can be made full in neither way. */
export const smallDisk = (folder: string): SmallDisk | undefined =>
  loopDisk(folder) ?? limitedFiles(folder)
