import { openPortal } from './portal.ts'
import { openRedemption } from './redemption.ts'
import type { OpenSurface } from './surface.ts'

/** The surfaces by name. To add one, describe its states in a file and name it here. */
export const surfaces: ReadonlyMap<string, OpenSurface> = new Map([
  ['redemption', openRedemption],
  ['portal', openPortal],
])
