import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Short files that run all laws. By their size they would start last, and the other workers would wait. */
const runsAllLaws = /\/contract-tests\/(?:mock|own-server)\./

/** Starts the tests of all laws first, then the others in Vitest's order: the longest first. */
export class SuitesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => (runsAllLaws.test(moduleId) ? 0 : 1)
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}
