import { watchCode } from './code.ts'
import { followReader } from './contents.ts'
import { addCopyPageButtons } from './copy-page.ts'
import { addSearch } from './search-dialog.ts'
import { addRequests } from './try-it.ts'

watchCode()
followReader()
addCopyPageButtons()
addSearch()
addRequests()
