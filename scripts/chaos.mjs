// npm run chaos: random schedules of saving, faults and kills against the real outbox and the real API, in process.
import { buildChaos } from './chaos-program.mjs'
import { install, run } from './install.mjs'

install()
run(process.execPath, [await buildChaos(), ...process.argv.slice(2)])
