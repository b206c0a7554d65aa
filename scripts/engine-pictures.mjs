// npm run engines:pictures: twelve screens in every engine that is to be had, side by side.
import { join } from 'node:path'
import { build } from './build.mjs'
import { install, root, run } from './install.mjs'

install()
build()
const { findEngines } = await import('./browser.mjs')
run(process.execPath, [join(root, 'node_modules/tsx/dist/cli.mjs'), 'tests/bench/engines/pictures.ts', ...process.argv.slice(2)], {
  ENGINE_PROGRAMS: JSON.stringify(await findEngines()),
})
