import { fileURLToPath } from 'node:url'

export const bundleScripts = async (): Promise<string> => {
  const { build } = await import('vite')
  const entry = fileURLToPath(new URL('browser/main.ts', import.meta.url))
  const result = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      lib: { entry, formats: ['iife'], name: 'docs', fileName: () => 'docs.js' },
    },
  })
  const [first] = [result].flat()
  if (!first || !('output' in first)) throw new Error('The script of the docs was not built')
  return first.output[0].code
}
