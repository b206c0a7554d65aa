// npm run fuzz: hostile requests, walked from the OpenAPI document, against the real API on data of its own.
import { join } from 'node:path'
import { install, root, run } from './install.mjs'

install()
run(process.execPath, [join(root, 'node_modules/tsx/dist/cli.mjs'), join(root, 'tests/fuzz/main.ts'), ...process.argv.slice(2)])
