// npm run dev: the API under tsx (starts again on change) and the console under Vite with hot reload, each ended with the other.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { install, loadEnvironment, root } from './install.mjs'

install()
loadEnvironment()
const bin = (path) => join(root, 'node_modules', path)
const children = [
  spawn(process.execPath, [bin('tsx/dist/cli.mjs'), 'watch', '--clear-screen=false', 'server/main.ts'], { cwd: root, stdio: 'inherit' }),
  spawn(process.execPath, [bin('vite/bin/vite.js')], { cwd: root, stdio: 'inherit' }),
]
const stop = () => {
  for (const child of children) child.kill('SIGTERM')
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)
for (const child of children) {
  child.on('exit', (code) => {
    stop()
    process.exitCode = code ?? 1
  })
}
