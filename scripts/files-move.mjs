// npm run files:move: copies the files of DATA_DIR into the bucket of FILES_URL. Builds if needed and runs the built program.
import { join } from 'node:path'
import { build } from './build.mjs'
import { install, loadEnvironment, root, run } from './install.mjs'

install()
loadEnvironment()
build()
run(process.execPath, [join(root, 'dist/server/files-move.js')])
