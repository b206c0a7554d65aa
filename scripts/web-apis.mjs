// npm run web-apis: writes the tables of docs/engines.md, which says what not every browser has and what happens there.
import { join } from 'node:path'
import { install, root, run } from './install.mjs'

install()
run(process.execPath, [join(root, 'node_modules/tsx/dist/cli.mjs'), join(root, 'tests/conformance/web-apis/main.ts')])
