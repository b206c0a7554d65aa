// npm run e2e:engines: the walks of tests/engines in WebKit and Firefox, or in those that are named.
import { join } from 'node:path'
import { build } from './build.mjs'
import { install, root, run } from './install.mjs'

install()
build()
const { findEngines } = await import('./browser.mjs')
run(process.execPath, [join(root, 'node_modules/tsx/dist/cli.mjs'), 'tests/engines/main.ts', ...process.argv.slice(2)], {
  ENGINE_PROGRAMS: JSON.stringify(await findEngines({ mayInstall: true })),
})
