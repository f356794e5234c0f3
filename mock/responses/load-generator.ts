import type { Document } from '../../packages/openapi-hono/model/document.ts'
import type { Faker } from '../types.ts'
import { InvalidRequest } from './choose-reply.ts'
import { fakerGenerator, type Generate } from './faker-generator.ts'

export type LoadGenerator = (document: Document) => Promise<Generate>

/**
 * Returns a loader of the generator with Faker, which is optional, in a locale.
 * @param locale one of `@faker-js/faker/locale/`
 */
export const loadFaker =
  (locale: string): LoadGenerator =>
  async (document) =>
    fakerGenerator(document, await importFaker(locale))

/** @throws {InvalidRequest} if Faker is not installed, or has no such locale. */
async function importFaker(locale: string): Promise<Faker> {
  const load = async (name: string): Promise<{ faker: Faker }> =>
    // Bundlers must not search for a package that may be missing.
    import(
      /* @vite-ignore */ /* webpackIgnore: true */ /* turbopackIgnore: true */ `@faker-js/faker/locale/${name}`
    )
  const { faker } = await load('en').catch(() => noGenerator())
  if (locale === 'en') return faker
  try {
    return (await load(locale)).faker
  } catch {
    throw new InvalidRequest(`Faker has no locale ${locale}. Use one such as de, fr or pt_BR.`)
  }
}

export const noGenerator = async (): Promise<never> => {
  throw new InvalidRequest(
    'dynamic needs a package. Install it with npm install --save-dev @faker-js/faker',
  )
}
