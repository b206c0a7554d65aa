// npm run chaos: random schedules of saving, faults and kills against the real outbox and the real API, in process.
import { join } from 'node:path'
import { install, root, run } from './install.mjs'

install()
run(process.execPath, [join(root, 'node_modules/tsx/dist/cli.mjs'), 'tests/chaos/main.ts', ...process.argv.slice(2)])
