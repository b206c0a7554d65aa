// npm run eval: how well the bot finds what answers its golden questions; fails below what is promised.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { install, root } from './install.mjs'

install()
const program = [join(root, 'node_modules/tsx/dist/cli.mjs'), join(root, 'tests/eval/main.ts')]
process.exit(spawnSync(process.execPath, program, { cwd: root, stdio: 'inherit' }).status ?? 1)
