import { fakerGenerator } from './faker-generator.ts'
import { firstInstalled, type LoadGenerator } from './load-generator.ts'

/** Returns the loader of the generator of dynamic responses: Faker in a locale, or Prism. */
export const packageGenerator = (locale: string): LoadGenerator =>
  firstInstalled([
    fakerGenerator(locale),
    async (document) => (await import('./prism-generator.ts')).prismGenerator(document),
  ])
