// npm run upload:kills -- --bytes N --kills N: one upload to the built API under kills of its client, of the API and of the line.
import { join } from 'node:path'
import { install, root, run } from './install.mjs'

install()
const { build } = await import('./build.mjs')
build()
run(process.execPath, [
  join(root, 'node_modules/tsx/dist/cli.mjs'),
  join(root, 'tests/chaos/upload-kills-main.ts'),
  ...process.argv.slice(2),
])
