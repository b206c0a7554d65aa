// npm run backup, npm run backup -- restore FILE: builds if needed and runs the built program.
import { join } from 'node:path'
import { build } from './build.mjs'
import { install, loadEnvironment, root, run } from './install.mjs'

install()
loadEnvironment()
build()
run(process.execPath, [join(root, 'dist/server/backup.js'), ...process.argv.slice(2)])
