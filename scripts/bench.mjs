// npm run bench: builds if needed, then prints the figures as JSON and as a table.
import { join } from 'node:path'
import { build } from './build.mjs'
import { install, root, run } from './install.mjs'

install()
build()
run(process.execPath, [join(root, 'node_modules/tsx/dist/cli.mjs'), 'tests/bench/main.ts', ...process.argv.slice(2)])
