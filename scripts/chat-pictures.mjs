// npm run chat:pictures: every kind of message, on a phone and a laptop, in both themes and directions.
import { join } from 'node:path'
import { build } from './build.mjs'
import { install, root, run } from './install.mjs'

install()
build()
run(process.execPath, [join(root, 'node_modules/tsx/dist/cli.mjs'), 'tests/bench/chat-pictures/main.ts', ...process.argv.slice(2)])
