import { statfsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { hasCitus } from './tests/kit/citus-cluster.ts'
import { hasTurn, ofToday } from './tests/kit/of-today.ts'
import { postgresPrograms } from './tests/kit/postgres-cluster.ts'

const folders = '{openapi,packages,docs,server,mock,contract-tests,examples,tests,tools}'

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether a test checks every case rather than a sample. */
    isThorough: boolean
  }
}

/** Tests that wait for a browser, a process or the compiler, and long tests. */
const waiting = '**/*.{browser,process,compile,long}.test.ts'
/** Tests with a project of their own. */
const slow = [waiting, '**/*.{postgres,citus}.test.ts']

/** Tests of what the server does with its data. They run on each database. */
export const onPostgres = [
  'server/{actions,operations}/*.test.ts',
  'server/cli/{invites,month-of-orders,operator-day}.test.ts',
  'server/sites/redemption/{concurrency,rejected-forms}.test.ts',
  'server/deliveries/delivery-queue.test.ts',
  'server/store/{clean-ups,order-history,webhooks/attempts}.test.ts',
  'server/http/rate-limit/tiers.test.ts',
  'server/imports/shipstation/{splits-and-merges,sync-orders}.test.ts',
  'tests/upgrade/upgrade.test.ts',
  '{server,tests}/**/*.postgres.test.ts',
]

/** Tests of pages, commands and histories, whose statements others run on PostgreSQL, too. */
const repeated = ofToday([
  'server/sites/portal/*.test.ts',
  'server/sites/{support/*,redemption/redemption}.test.ts',
  'server/imports/{files/import-batch,shipstation/histories}.test.ts',
  'server/{cli/orders/support-desk,demo/seed-demo}.test.ts',
])

/** Tests whose statements others run in `npm test` on PostgreSQL: commands, lists of stock and orders, imports. */
const alsoElsewhere = [
  'server/operations/{catalogue,inventory,invites,orders}.test.ts',
  'server/{actions/expired-invite,http/auth}.test.ts',
]

/**
 * Tests of a month and of a sync, and of databases and servers that fail, are copied or restored, which wait for
 * timeouts and programs.
 */
const longOnPostgres = [
  'server/cli/month-of-orders.test.ts',
  'server/imports/shipstation/sync-orders.test.ts',
  'server/store/copies/copy-database.postgres.test.ts',
  'tests/received/{alerts,restore}.postgres.test.ts',
  ...repeated,
  ...alsoElsewhere,
  'server/store/postgres/postgres-store.postgres.test.ts',
  'server/{deliveries/nodes,http/rate-limit/shared-counts}.postgres.test.ts',
]

/**
 * Tests of what orders store and of their races, and of what several servers share. They run on Citus, too. There, the
 * laws of the contract test each operation.
 */
const onCitus = [
  ...ofToday([
    'server/{actions/{actions,apply-shop},operations/orders,sites/redemption/concurrency,store/concurrency.postgres}.test.ts',
    'server/{deliveries/{delivery-queue,nodes.postgres},store/{order-history,webhooks/*},http/rate-limit/{tiers,shared-counts.postgres}}.test.ts',
  ]),
  'tests/citus/*.citus.test.ts',
]

/**
 * Keeps the databases of tests that start no program in memory if there is room.
 * None of these tests depends on the disk, which is slower.
 */
const temporary = (): Record<string, string> => {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    return bavail * bsize > 2 ** 30 ? { TMPDIR: '/dev/shm' } : {}
  } catch {
    return {}
  }
}

/** Tests of the commands of the generator and of the contract suite. */
const longProcesses = '{contract-tests,packages}/**/*.process.test.ts'

/** Files that take long and are short start first, so that none runs alone at the end. Vitest knows only their size. */
const longest = /(recipes\.long|tutorials\.process)\.test\.ts$/

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isFirst = ({ moduleId }: TestSpecification) => Number(longest.test(moduleId))
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => isFirst(other) - isFirst(one))
  }
}

const alone = 'tests/torture/torture.long.test.ts'

/** Tests that another one of their kind replaces today: of the installed service and of replaced stubs. */
const ofOtherDays = [
  ...(hasTurn(0, 3) ? [] : ['tests/received/image.long.test.ts']),
  ...(hasTurn(2, 3) ? [] : ['tests/examples/traces.long.test.ts']),
  ...(hasTurn(0, 2) ? [] : ['tests/process/stubs.long.test.ts']),
]

export default defineConfig({
  test: {
    // One more than the cores: some tests wait for processes, pages and timers. Each worker loads and compiles the server.
    maxWorkers: availableParallelism() + 1,
    // Workers live for a minute: a heap that is large from the beginning is collected a tenth as often.
    execArgv: ['--min-semi-space-size=64', '--initial-heap-size=1000'],
    // Tests start dozens of programs. The first one compiles the code for the others.
    env: {
      NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url)),
    },
    // Node imports TypeScript itself, and keeps the code of each file compiled. No test replaces a module.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Long enough for a busy machine: tests wait for events and measure no times.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
    provide: { isThorough: false },
    // Immediates stay real: a server that an earlier test of the worker still stops repeats one until time has
    // passed, which on a fake clock is for ever.
    fakeTimers: {
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
    },
    globalSetup: ['tools/check/build-docs.ts', 'tests/kit/generator/layers-folder.ts'],
    sequence: { sequencer: LongestFirst },
    reporters: ['default', './tools/check/totals-reporter.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          env: temporary(),
          // No module keeps state, so test files can share modules.
          isolate: false,
          include: [`${folders}/**/*.test.ts`],
          exclude: [...slow, 'examples/frontend/**'],
        },
      },
      {
        extends: true,
        // The tests of the server's behaviour again, on a PostgreSQL server of their own.
        test: {
          name: 'postgres',
          env: temporary(),
          isolate: false,
          globalSetup: 'tests/kit/server/postgres-setup.ts',
          include:
            postgresPrograms === undefined ? ['tests/kit/server/*.postgres.test.ts'] : onPostgres,
          exclude: [waiting, ...longOnPostgres],
        },
      },
      {
        extends: true,
        test: {
          name: 'long-postgres',
          env: temporary(),
          isolate: false,
          globalSetup: 'tests/kit/server/postgres-setup.ts',
          include: longOnPostgres,
          exclude: postgresPrograms === undefined ? longOnPostgres : [waiting],
        },
      },
      {
        extends: true,
        // The tests of the server's behaviour again, on a coordinator and two workers of Citus.
        test: {
          name: 'long-citus',
          env: temporary(),
          isolate: false,
          globalSetup: 'tests/kit/server/citus-setup.ts',
          include: hasCitus ? onCitus : ['tests/kit/server/*.citus.test.ts'],
          exclude: [waiting],
        },
      },
      {
        extends: true,
        // Run by `npm run test:long`. `npm test` leaves out the projects whose name begins with `long`.
        test: {
          name: 'long',
          isolate: false,
          globalSetup: 'tools/check/build-docs.ts',
          include: [`${folders}/**/*.{long,browser}.test.ts`, longProcesses],
          exclude: [alone, ...ofOtherDays],
        },
      },
      {
        extends: true,
        // After the others: its clients must not wait for a server that other tests keep from the processor.
        test: {
          name: 'long-alone',
          isolate: false,
          sequence: { groupOrder: 1 },
          include: [alone],
        },
      },
      {
        extends: true,
        // Tests of other projects again, with more values. The nightly workflow runs them.
        test: {
          name: 'long-thorough',
          isolate: false,
          globalSetup: 'tools/check/build-docs.ts',
          testTimeout: 600_000,
          provide: { isThorough: true },
          include: [
            'contract-tests/{harmless.long,package/package.long,suite,targets}.test.ts',
            'packages/openapi-hono/{emit/schemas-agree,package.long,schema/copies}.test.ts',
            'server/actions/apply-shop.test.ts',
            'server/cli/month-of-orders.test.ts',
            'server/imports/files/import-batch.test.ts',
            'server/imports/shipstation/histories.test.ts',
            'server/operations/contacts.test.ts',
            'server/sites/axe.long.test.ts',
            'server/sites/redemption/concurrency.test.ts',
            'server/store/webhooks/attempts.test.ts',
            'tests/client/targets.test.ts',
            'tests/docs/{code-samples,docs}.long.test.ts',
            'tests/documents/documents.long.test.ts',
            'tests/examples/{servers,traces}.long.test.ts',
            'tests/received/{docs-page,image,recipes,release,runners}.long.test.ts',
            'tests/simulation/simulation.long.test.ts',
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'long-thorough-alone',
          isolate: false,
          sequence: { groupOrder: 1 },
          provide: { isThorough: true },
          include: [alone],
        },
      },
      {
        extends: true,
        // Tests that start programs of the project or the compiler.
        test: {
          name: 'process',
          isolate: false,
          include: [`${folders}/**/*.{process,compile}.test.ts`],
          exclude: [longProcesses],
        },
      },
    ],
  },
})
