/** npm run web-apis: writes the tables of docs/engines.md anew. */
import { writeFileSync } from 'node:fs'
import { findUsed, path, readPage, renewPage } from './page.ts'

writeFileSync(path, renewPage(readPage(), await findUsed()))
