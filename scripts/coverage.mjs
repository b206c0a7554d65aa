// npm run coverage: writes docs/coverage.md, which says of every call and route who may use it and which tests do.
import { join } from 'node:path'
import { install, root, run } from './install.mjs'

install()
run(process.execPath, [join(root, 'node_modules/tsx/dist/cli.mjs'), join(root, 'tests/coverage/main.ts')])
