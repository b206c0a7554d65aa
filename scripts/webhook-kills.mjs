// npm run webhook:kills [-- --kills N]: the built API is killed under WhatsApp's webhook, 200 items of mixed kinds a second, and started again at once.
import { join } from 'node:path'
import { install, root, run } from './install.mjs'

install()
const { build } = await import('./build.mjs')
build()
run(process.execPath, [
  join(root, 'node_modules/tsx/dist/cli.mjs'),
  join(root, 'tests/chaos/webhook-kills-main.ts'),
  ...process.argv.slice(2),
])
