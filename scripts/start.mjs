// npm start: installs what is missing, builds what changed, and runs the API, which migrates, fills demo data and serves the console.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { build } from './build.mjs'
import { install, loadEnvironment, root } from './install.mjs'

install()
loadEnvironment()
build()
const server = spawn(process.execPath, ['--enable-source-maps', join(root, 'dist/server/main.js')], { cwd: root, stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))
server.on('exit', (code) => process.exit(code ?? 1))
