/** What the code of one folder may import from the rest of the repository. */
export type Boundary = {
  /** Folders and files that it may import besides itself. */
  imports: readonly string[]
  why: string
}

/**
 * One row for each folder or file, in order: a folder may import only folders from rows above it, so folders
 * cannot form a cycle. Files and folders beneath a row may have a row of their own, which then holds instead.
 */
export const repository: Readonly<Record<string, Boundary>> = {
  generated: {
    imports: [],
    why: 'A team copies this folder into its own project.',
  },
  'packages/client': {
    imports: ['generated'],
    why: 'It is published as a package: integrators install it without the server.',
  },
  'packages/openapi-hono/runtime': {
    imports: [],
    why: 'It is copied into layers, which have no other part of the generator.',
  },
  'packages/openapi-hono/model': {
    imports: ['packages/openapi-hono/runtime'],
    why: 'It says what a document is, for all that read one.',
  },
  'packages/openapi-hono/schema': {
    imports: ['packages/openapi-hono/runtime', 'packages/openapi-hono/model'],
    why: 'It knows JSON Schema, and no operations.',
  },
  'packages/openapi-hono/emit': {
    imports: [
      'packages/openapi-hono/runtime',
      'packages/openapi-hono/model',
      'packages/openapi-hono/schema',
    ],
    why: 'It makes the files of a layer from a document that has been read.',
  },
  'packages/openapi-hono': {
    imports: [],
    why: 'It knows OpenAPI, not this API: another document must generate as well.',
  },
  openapi: {
    imports: [
      'packages/openapi-hono/model',
      'packages/openapi-hono/read-document.ts',
      'packages/openapi-hono/schema/walk-schemas.ts',
    ],
    why: 'The document comes first. Its checks read it as the generator does.',
  },
  'docs/site': {
    imports: [
      'generated',
      'packages/openapi-hono/model',
      'packages/openapi-hono/schema/sample.ts',
      'packages/openapi-hono/schema/walk-schemas.ts',
    ],
    why: 'The reference docs are built from the document. Styles and workflows are read as files.',
  },
  'docs/site/browser': {
    imports: [],
    why: 'Its scripts run in the readers’ browsers, without Node and without the document.',
  },
  'contract-tests/support': {
    imports: ['generated', 'packages/openapi-hono/model'],
    why: 'Data and connections of the laws, also for other tests. It is published, and knows no law.',
  },
  'tests/kit': {
    imports: [
      'generated',
      'packages/client',
      'packages/openapi-hono/model',
      'contract-tests/support',
    ],
    why: 'Tests of every folder share it, so it must not depend on what they test.',
  },
  'tests/kit/client': {
    imports: ['generated', 'packages/client', 'contract-tests/support', 'tests/kit'],
    why: 'Tests of the client share it.',
  },
  'tests/kit/generator': {
    imports: ['packages/openapi-hono', 'tests/kit'],
    why: 'Tests of generated layers share it.',
  },
  server: {
    imports: ['generated'],
    why: 'It ships to production, without generator, mock or tests.',
  },
  'tests/kit/server': {
    imports: ['generated', 'packages/client', 'server', 'contract-tests/support', 'tests/kit'],
    why: 'Tests that need a server share it.',
  },
  'mock/demo-keys.ts': {
    imports: [],
    why: 'Pages in browsers import it alone.',
  },
  'mock/types.ts': {
    imports: ['generated', 'packages/client'],
    why: 'The declarations of the package refer to it, and must not lead to the server.',
  },
  'mock/responses': {
    imports: [
      'generated',
      'packages/openapi-hono/model',
      'packages/openapi-hono/schema/seeded-random.ts',
      'packages/openapi-hono/schema/choose-value.ts',
      'server',
      'mock/types.ts',
    ],
    why: 'It chooses replies of the document, in browsers too, and knows no data.',
  },
  'mock/key-accounts.ts': {
    imports: ['server/domain', 'mock/demo-keys.ts'],
    why: 'Browsers have the accounts without the keys’ digests.',
  },
  'mock/session': {
    imports: [
      'generated',
      'packages/openapi-hono/model',
      'server',
      'mock/demo-keys.ts',
      'mock/key-accounts.ts',
      'mock/types.ts',
      'mock/responses',
    ],
    why: 'A session holds all that a reset resets, and does not know how it is controlled.',
  },
  'mock/control': {
    imports: [
      'generated',
      'server',
      'mock/demo-keys.ts',
      'mock/types.ts',
      'mock/responses',
      'mock/session',
    ],
    why: 'The control API and the page change a session from outside.',
  },
  mock: {
    imports: ['generated', 'packages/client', 'packages/openapi-hono', 'server'],
    why: 'Its stateful mode is the server; its examples come from the document.',
  },
  'tests/kit/mock': {
    imports: ['generated', 'mock', 'server', 'tests/kit'],
    why: 'Tests that need a mock share it.',
  },
  'contract-tests': {
    imports: ['generated', 'packages/openapi-hono'],
    why: 'They speak HTTP, so that they hold for any server of this contract.',
  },
  'contract-tests/laws': {
    imports: ['generated', 'packages/openapi-hono/model', 'contract-tests/support'],
    why: 'A law is its own text. Nothing here knows who runs it or what a report looks like.',
  },
  'contract-tests/report': {
    imports: ['contract-tests/support', 'contract-tests/laws'],
    why: 'It prints what a run of the laws found.',
  },
  'contract-tests/package': {
    imports: ['contract-tests/support', 'contract-tests/laws', 'contract-tests/report'],
    why: 'It is published: it runs against any server and must not start ours.',
  },
  'contract-tests/own': {
    imports: ['generated', 'tests/kit', 'contract-tests/support', 'server', 'mock'],
    why: 'It starts the server and the mock for the tests.',
  },
  'contract-tests/workflows': {
    imports: ['contract-tests/support', 'contract-tests/own'],
    why: 'Arazzo workflows run against our server or any other.',
  },
  'contract-tests/schemathesis': {
    imports: ['contract-tests/support', 'contract-tests/own'],
    why: 'It starts Schemathesis, which reads the document and the hooks.',
  },
  'contract-tests/mutants': {
    imports: ['generated', 'contract-tests/support', 'contract-tests/laws', 'contract-tests/own'],
    why: 'It breaks our server on purpose: each fault must break a law.',
  },
  examples: {
    imports: [],
    why: 'Integrators copy each file alone.',
  },
  'tests/bench': {
    imports: ['generated', 'tests/kit', 'server'],
    why: 'It measures the server.',
  },
  tools: {
    imports: ['packages', 'contract-tests', 'generated', 'mock', 'server', 'tests/kit'],
    why: 'Maintainers run them; nothing depends on them but tests.',
  },
  tests: {
    imports: [
      'generated',
      'packages',
      'openapi',
      'docs/site',
      'server',
      'mock',
      'contract-tests',
      'examples',
      'tools',
    ],
    why: 'They test folders together.',
  },
}

const below = ['server/domain', 'server/store', 'generated']

/** The same for the folders of the server. */
export const server: Readonly<Record<string, Boundary>> = {
  'server/config.ts': {
    imports: [],
    why: 'It reads the environment, and nothing else.',
  },
  'server/domain': {
    imports: ['generated'],
    why: 'It holds the rules: no HTTP, no SQL, no clock of its own.',
  },
  'server/store': {
    imports: ['server/domain', 'generated'],
    why: 'It is the only folder that knows SQL, and holds no rules.',
  },
  'server/http': {
    imports: ['server/domain', 'generated'],
    why: 'Connections, limits and the request pipeline hold for any set of operations.',
  },
  'server/http/rate-limit': {
    imports: [
      'server/domain',
      'generated',
      'server/http',
      'server/store/rate-limit/request-log.ts',
      'server/store/write-behind.ts',
    ],
    why: 'The rate limit survives a restart, in the request log.',
  },
  'server/http/auth.ts': {
    imports: [...below, 'server/http'],
    why: 'Each request looks its key up.',
  },
  'server/deliveries': {
    imports: below,
    why: 'It delivers events that others emit.',
  },
  'server/actions': {
    imports: [...below, 'server/deliveries/payloads.ts'],
    why: 'An action is one transaction, whether a request, a page or the CLI asks for it.',
  },
  'server/email': {
    imports: ['server/domain', 'generated'],
    why: 'It writes and sends mail; others decide when.',
  },
  'server/metrics': {
    imports: ['server/config.ts', 'server/deliveries', 'server/http'],
    why: 'It counts what the HTTP layer and the dispatcher report, and reads no database.',
  },
  'server/operations': {
    imports: [...below, 'server/actions', 'server/http', 'server/deliveries', 'server/email'],
    why: 'An operation maps a request to an action and its result to a reply.',
  },
  'server/sites': {
    imports: [...below, 'server/actions', 'server/http', 'server/email'],
    why: 'Pages for people use the actions that the API uses.',
  },
  'server/imports': {
    imports: [...below, 'server/actions', 'server/deliveries/failure-reason.ts'],
    why: 'Orders from files and providers take the actions that the API takes.',
  },
  'server/demo': {
    imports: [...below, 'server/actions', 'server/imports/shop-file.ts'],
    why: 'Demo data comes about through actions and a shop file, as real data does.',
  },
  'server/process': {
    imports: [
      ...below,
      'server/config.ts',
      'server/actions',
      'server/http',
      'server/deliveries',
      'server/email',
      'server/metrics',
      'server/operations',
      'server/sites',
      'server/imports',
      'server/demo',
    ],
    why: 'It puts the parts together and starts them.',
  },
  'server/cli': {
    imports: [
      ...below,
      'server/config.ts',
      'server/actions',
      'server/http',
      'server/deliveries',
      'server/email',
      'server/imports',
      'server/demo',
      'server/process',
      'server/sites/kit/address-lines.ts',
      'server/sites/kit/packing-slip.ts',
    ],
    why: 'Its commands run beside the server, on the same database.',
  },
  'server/main.ts': {
    imports: ['server/process'],
    why: 'It starts the server and ends the process.',
  },
}

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
    name: 'only the egress of deliveries looks names up',
    packages: '^(node:)?dns(/promises)?$',
    places: ['^server/deliveries/egress\\.ts$'],
    why: 'Every address must pass the check for private networks.',
  },
  {
    name: 'nothing imports undici or datagrams',
    packages: '^(node:)?dgram$|node_modules/undici/',
    places: [],
    why: 'Outbound connections are opened in egress alone, with node:http.',
  },
]
