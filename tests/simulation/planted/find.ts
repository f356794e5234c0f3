import { runSeeds } from '../run-seeds.ts'
import { plantedFaults } from './faults.ts'

/** The number of seeds in which a fault must be found. */
const mostSeeds = 200

/**
 * Runs seeds with each planted fault until one fails.
 * @param only words in the names of the faults.
 * @param postgres the folder of the socket of a PostgreSQL server. Undefined: the data is in SQLite.
 * @returns whether all were found.
 */
export const findPlantedFaults = async (
  only: string,
  postgres: string | undefined,
  say: (line: string) => void,
): Promise<boolean> => {
  let isComplete = true
  say(`${'planted fault'.padEnd(66)} ${'seed'.padStart(4)}  law`)
  for (const { name } of plantedFaults.filter(
    ({ name, file }) =>
      name.includes(only) && !(postgres !== undefined && file.startsWith('store/sqlite/')),
  )) {
    const found = await runSeeds({
      first: 1,
      count: mostSeeds,
      postgres,
      plantedFault: name,
      shrinks: false,
      onResult: () => {},
    })
    say(
      `${name.padEnd(66)} ${String(found?.seed ?? '–').padStart(4)}  ${found?.failure?.law ?? 'not found'}`,
    )
    isComplete &&= found !== undefined
  }
  return isComplete
}
