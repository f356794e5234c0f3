import { firstInstalled, type LoadGenerator } from './dynamic.ts'
import { loadFaker } from './load-faker.ts'

/** Returns the loader of the generator of dynamic responses: Faker in a locale, or Prism. */
export const packageGenerator = (locale: string): LoadGenerator =>
  firstInstalled([
    loadFaker(locale),
    async (document) => (await import('./load-prism.ts')).loadPrism(document),
  ])
