import { openContractReport } from './contract-report.ts'
import { openDocs } from './docs.ts'
import { openExample } from './example.ts'
import { openMails } from './mails.ts'
import { openMock } from './mock.ts'
import { openPortal } from './portal.ts'
import { openRedemption } from './redemption.ts'
import type { OpenSurface } from './surface.ts'

/** The surfaces by name. To add one, describe its states in a file and name it here. */
export const surfaces: ReadonlyMap<string, OpenSurface> = new Map([
  ['docs', openDocs],
  ['redemption', openRedemption],
  ['portal', openPortal],
  ['mails', openMails],
  ['mock', openMock],
  ['contract-report', openContractReport],
  ['example', openExample],
])
