import { statfsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const folders =
  '{openapi,codegen,server,mock,contract-tests,bench,client,examples,testkit,tests,tools}'

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether a test is to go through all that there is, rather than through a part. */
    isThorough: boolean
  }
}

/** Tests that wait for a browser, another process or the compiler, and those that take long. */
const slow = '**/*.{browser,process,compile,long}.test.ts'

/**
 * Where tests that start no program keep their databases: in memory where there is room, as nothing that
 * they show depends on how long a disk takes.
 */
const temporary = (): Record<string, string> => {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    return bavail * bsize > 2 ** 30 ? { TMPDIR: '/dev/shm' } : {}
  } catch {
    return {}
  }
}

export default defineConfig({
  test: {
    // All of the machine's cores: half of what a test does is wait for a process or a page.
    maxWorkers: '100%',
    // Programs are started by the dozen: each reads its code as the first left it.
    env: {
      NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url)),
    },
    // Long enough for a busy machine: a test waits for things, it does not time them.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    provide: { isThorough: false },
    reporters: ['default', './tools/check/totals-reporter.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          env: temporary(),
          // No module of ours keeps state, so files may share them.
          isolate: false,
          include: [`${folders}/**/*.test.ts`],
          exclude: [slow, 'contract-tests/*.test.ts', 'mock/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'contract',
          env: temporary(),
          include: ['contract-tests/*.test.ts'],
          exclude: [slow],
        },
      },
      {
        extends: true,
        test: {
          name: 'mock',
          env: temporary(),
          isolate: false,
          include: ['mock/**/*.test.ts'],
          exclude: [slow],
        },
      },
      {
        extends: true,
        // What goes through everything: `npm run test:long`, which is no part of `npm test`.
        test: {
          name: 'long',
          isolate: false,
          provide: { isThorough: true },
          include: [
            `${folders}/**/*.long.test.ts`,
            'contract-tests/mock-hostile.test.ts',
            'codegen/emit/schemas-agree.test.ts',
          ],
        },
      },
      {
        extends: true,
        // What starts programs of the project's, or the compiler, and waits for them.
        test: {
          name: 'process',
          isolate: false,
          include: [`${folders}/**/*.{process,compile}.test.ts`],
        },
      },
      {
        extends: true,
        test: { name: 'browser', isolate: false, include: [`${folders}/**/*.browser.test.ts`] },
      },
    ],
  },
})
