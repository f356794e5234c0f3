import { watchCode } from './code.ts'
import { followReader } from './contents.ts'
import { startCopyPageButtons } from './copy-page.ts'
import { rememberLanguage } from './language.ts'
import { addSearch } from './search.ts'
import { addRequests } from './try-it.ts'

// A feature that fails leaves the others.
const features = [
  rememberLanguage,
  watchCode,
  followReader,
  startCopyPageButtons,
  addSearch,
  addRequests,
]
for (const start of features)
  try {
    start()
  } catch (error) {
    reportError(error)
  }
