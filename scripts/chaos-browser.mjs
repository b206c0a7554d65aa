// npm run chaos:browser -- --engine webkit: the built console in a real browser (Chromium where none is named), killed at random moments of saving and replaying.
import { join } from 'node:path'
import { build } from './build.mjs'
import { install, root, run } from './install.mjs'

install()
build()
const { findEngines } = await import('./browser.mjs')
run(process.execPath, [join(root, 'node_modules/tsx/dist/cli.mjs'), 'tests/chaos/browser-main.ts', ...process.argv.slice(2)], {
  ENGINE_PROGRAMS: JSON.stringify(await findEngines({ mayInstall: true })),
})
