// npm run money: random histories of orders, promo codes and leave against the real API, and what always holds of them.
import { join } from 'node:path'
import { install, root, run } from './install.mjs'

install()
run(process.execPath, [join(root, 'node_modules/tsx/dist/cli.mjs'), join(root, 'tests/money/main.ts'), ...process.argv.slice(2)])
