import { execFileSync } from 'node:child_process'
import { copyFileSync, cpSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { copies, read, readDockerfile, root, type Stage } from './dockerfile.ts'
import { ignoring } from './ignored.ts'

/** A stage that is built into a folder, which stands for the root of its file system. */
export type Built = {
  readonly folder: string
  readonly workdir: string
  readonly environment: Record<string, string>
}

/** Folders of the image that a command may name; any other is this machine's. */
const inImage = /(^|[\s="':])(\/(?:app|data|usr\/local\/bin)\b)/g

/** A text of the image with its paths as they are on this machine. */
export const mapped = (text: string, { folder }: Pick<Built, 'folder'>): string =>
  text.replaceAll(inImage, `$1${folder}$2`)

/** What a program of an image is run with. */
export const environmentOf = (built: Built): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries(built.environment).map(([name, value]) => [name, mapped(value, built)]),
  ),
  PATH: `${built.folder}/usr/local/bin:/usr/local/bin:/usr/bin:/bin`,
})

const isIgnored = ignoring(read('.dockerignore'))

/** Every file in the project's folder that is asked for and not ignored, by its path. */
const filesOf = (source: string): string[] => {
  if (statSync(join(root, source)).isFile()) return isIgnored(source) ? [] : [source]
  return readdirSync(join(root, source), { recursive: true, encoding: 'utf8' })
    .map((name) => join(source, name))
    .filter((path) => !isIgnored(path) && statSync(join(root, path)).isFile())
}

const copyFromProject = (sources: readonly string[], to: string): void => {
  for (const source of sources) {
    const files = filesOf(source)
    if (files.length === 0) throw new Error(`COPY ${source}: .dockerignore keeps all of it out`)
    const isFolder = statSync(join(root, source)).isDirectory()
    const intoFolder = sources.length > 1 || to.endsWith('/')
    for (const file of files) {
      const within = isFolder ? relative(source, file) : intoFolder ? basename(file) : ''
      mkdirSync(dirname(join(to, within)), { recursive: true })
      copyFileSync(join(root, file), join(to, within))
    }
  }
}

const copyFromStage = (built: Built | undefined, source: string, to: string): void => {
  if (!built) throw new Error(`COPY --from names no stage before it`)
  mkdirSync(dirname(to), { recursive: true })
  cpSync(join(built.folder, source), to, { recursive: true, verbatimSymlinks: true })
}

/** What `npm run` has told this program of itself is not for the npm of an image. */
const ofThisRun = /^npm_(?!config_(registry|cache|cafile|.*proxy)$)/

const surroundings = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !ofThisRun.test(name)),
)

const run = (command: string, built: Built): void => {
  execFileSync('sh', ['-euc', mapped(command, built)], {
    cwd: join(built.folder, built.workdir),
    env: {
      ...surroundings,
      ...environmentOf(built),
      npm_config_prefer_offline: 'true',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/** What there is before a stage begins: what it stands on, or an image that has Node. */
const begin = (folder: string, on: Built | undefined): Built => {
  mkdirSync(folder, { recursive: true })
  if (on) {
    cpSync(on.folder, folder, { recursive: true, verbatimSymlinks: true })
    return { ...on, folder }
  }
  const programs = join(folder, 'usr/local/bin')
  mkdirSync(programs, { recursive: true })
  copyFileSync(process.execPath, join(programs, 'node'))
  return { folder, workdir: '/', environment: {} }
}

const build = (stage: Stage, folder: string, before: ReadonlyMap<string, Built>): Built => {
  let built = begin(folder, before.get(stage.from))
  const here = (path: string) =>
    join(folder, resolve(built.workdir, path)) + (/\/$/.exec(path)?.[0] ?? '')
  for (const { name, text } of stage.instructions) {
    if (name === 'WORKDIR') {
      built = { ...built, workdir: text }
      mkdirSync(join(folder, text), { recursive: true })
    } else if (name === 'ENV') {
      const pairs = text.split(/\s+/).map((pair) => pair.split('=', 2))
      built = { ...built, environment: { ...built.environment, ...Object.fromEntries(pairs) } }
    } else if (name === 'RUN') run(text, built)
    else if (name === 'COPY') {
      const [{ from, sources, to } = { from: undefined, sources: [], to: '' }] = copies({
        ...stage,
        instructions: [{ name, text }],
      })
      if (from === undefined) copyFromProject(sources, here(to))
      else for (const source of sources) copyFromStage(before.get(from), source, here(to))
    }
  }
  return built
}

/**
 * Does what the Dockerfile says, without an engine: each stage in a folder of its own, on this
 * machine's shell and npm, with the Node that runs this. Answers with the last stage.
 */
export const buildImage = (folder: string): Built => {
  const before = new Map<string, Built>()
  let built: Built | undefined
  for (const [index, stage] of readDockerfile(read('Dockerfile')).entries()) {
    built = build(stage, join(folder, String(index)), before)
    if (stage.name !== undefined) before.set(stage.name, built)
  }
  if (!built) throw new Error('The Dockerfile is empty')
  return built
}
