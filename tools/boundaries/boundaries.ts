/** What the code of one folder may import from the rest of the repository. */
export type Boundary = {
  /** A folder, or a file at the top of a folder. */
  folder: string
  /** Folders and files that it may import besides itself. */
  imports: readonly string[]
  why: string
}

/**
 * One row for each top-level folder, in order: a folder may import only folders from rows above it, so
 * folders cannot form a cycle. Files and folders beneath a row may have a row of their own, which then
 * holds instead.
 */
export const repository: readonly Boundary[] = [
  {
    folder: 'generated',
    imports: [],
    why: 'A team copies this folder into its own project.',
  },
  {
    folder: 'client',
    imports: ['generated'],
    why: 'It is published as a package: integrators install it without the server.',
  },
  {
    folder: 'codegen',
    imports: [],
    why: 'It knows OpenAPI, not this API: another document must generate as well.',
  },
  {
    folder: 'openapi',
    imports: ['codegen/model'],
    why: 'The document comes first. Its checks read it as the generator does.',
  },
  {
    folder: 'testkit',
    imports: ['generated', 'client', 'codegen/model'],
    why: 'Tests of every folder share it, so it must not depend on what they test.',
  },
  {
    folder: 'server',
    imports: ['generated', 'client'],
    why: 'It ships to production, without generator, mock or tests.',
  },
  {
    folder: 'mock',
    imports: ['generated', 'codegen/model', 'server'],
    why: 'Its stateful mode is the server; its examples come from the document.',
  },
  {
    folder: 'contract-tests',
    imports: ['generated', 'testkit', 'codegen'],
    why: 'They speak HTTP, so that they hold for any server of this contract.',
  },
  {
    folder: 'contract-tests/own',
    imports: ['generated', 'testkit', 'contract-tests', 'server', 'mock'],
    why: 'It starts the server and the mock for the tests.',
  },
  {
    folder: 'bench',
    imports: ['generated', 'codegen', 'testkit', 'server', 'mock'],
    why: 'It measures the server, the mock and the generator.',
  },
  {
    folder: 'examples',
    imports: [],
    why: 'Integrators copy each file alone.',
  },
  {
    folder: 'tools',
    imports: ['client', 'codegen', 'contract-tests', 'generated', 'mock', 'server', 'testkit'],
    why: 'Maintainers run them; nothing depends on them but tests.',
  },
  {
    folder: 'tests',
    imports: [
      'generated',
      'client',
      'codegen',
      'openapi',
      'testkit',
      'server',
      'mock',
      'contract-tests',
      'bench',
      'examples',
      'tools',
    ],
    why: 'They test folders together.',
  },
]

const below = ['server/domain', 'server/store', 'generated']

/** The same for the folders of the server. */
export const server: readonly Boundary[] = [
  {
    folder: 'server/config.ts',
    imports: [],
    why: 'It reads the environment, and nothing else.',
  },
  {
    folder: 'server/domain',
    imports: ['generated'],
    why: 'It holds the rules: no HTTP, no SQL, no clock of its own.',
  },
  {
    folder: 'server/store',
    imports: ['server/domain', 'generated'],
    why: 'It is the only folder that knows SQL, and holds no rules.',
  },
  {
    folder: 'server/http',
    imports: ['server/domain', 'generated', 'server/store/write-behind.ts'],
    why: 'Connections, limits and the request pipeline hold for any set of operations.',
  },
  {
    folder: 'server/http/rate-limit',
    imports: [
      'server/domain',
      'generated',
      'server/http',
      'server/store/rate-limit/request-log.ts',
      'server/store/write-behind.ts',
    ],
    why: 'The rate limit survives a restart, in the request log.',
  },
  {
    folder: 'server/events',
    imports: below,
    why: 'It delivers events that others emit.',
  },
  {
    folder: 'server/events/listener.ts',
    imports: [...below, 'client', 'server/events'],
    why: 'A listener verifies deliveries with the published verifier.',
  },
  {
    folder: 'server/actions',
    imports: [...below, 'server/events/payloads.ts'],
    why: 'An action is one transaction, whether a request, a page or the CLI asks for it.',
  },
  {
    folder: 'server/email',
    imports: ['server/domain', 'generated'],
    why: 'It writes and sends mail; others decide when.',
  },
  {
    folder: 'server/metrics',
    imports: ['server/config.ts', 'server/events', 'server/http'],
    why: 'It counts what the HTTP layer and the dispatcher report, and reads no database.',
  },
  {
    folder: 'server/operations',
    imports: [...below, 'server/actions', 'server/http', 'server/events', 'server/email'],
    why: 'An operation maps a request to an action and its result to a reply.',
  },
  {
    folder: 'server/sites',
    imports: [...below, 'server/actions', 'server/http', 'server/email'],
    why: 'Pages for people use the actions that the API uses.',
  },
  {
    folder: 'server/intake',
    imports: [...below, 'server/actions', 'server/events/egress.ts'],
    why: 'Orders from files and providers take the actions that the API takes.',
  },
  {
    folder: 'server/demo',
    imports: [...below, 'server/actions', 'server/intake/shop.ts'],
    why: 'Demo data comes about through actions and a shop file, as real data does.',
  },
  {
    folder: 'server/process',
    imports: [
      ...below,
      'server/config.ts',
      'server/actions',
      'server/http',
      'server/events',
      'server/email',
      'server/metrics',
      'server/operations',
      'server/sites',
      'server/intake',
      'server/demo',
    ],
    why: 'It puts the parts together and starts them.',
  },
  {
    folder: 'server/cli',
    imports: [
      ...below,
      'server/config.ts',
      'server/actions',
      'server/http',
      'server/events',
      'server/email',
      'server/intake',
      'server/demo',
      'server/process',
    ],
    why: 'Its commands run beside the server, on the same database.',
  },
  {
    folder: 'server/main.ts',
    imports: ['server/process'],
    why: 'It starts the server and ends the process.',
  },
]

/** Packages and modules of Node that only some files of the server may import. Regular expressions. */
export const outside: readonly {
  name: string
  packages: string
  places: readonly string[]
  why: string
}[] = [
  {
    name: 'only store imports the database drivers and writes SQL',
    packages: '^(node:)?sqlite$|node_modules/(sql-template-tag|pg)/',
    places: ['^server/store/'],
    why: 'SQL in one folder can be replaced and reviewed in one folder.',
  },
  {
    name: 'only http, operations and sites import hono',
    packages: 'node_modules/(hono|@hono/[^/]+)/',
    places: ['^server/(http|operations|sites)/'],
    why: 'Rules, actions and events do not depend on the web framework.',
  },
  {
    name: 'only egress looks names up',
    packages: '^(node:)?dns(/promises)?$',
    places: ['^server/events/egress\\.ts$'],
    why: 'Every address must pass the check for private networks.',
  },
  {
    name: 'nothing imports undici or datagrams',
    packages: '^(node:)?dgram$|node_modules/undici/',
    places: [],
    why: 'Outbound connections are opened in egress alone, with node:http.',
  },
]
