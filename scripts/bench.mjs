// npm run bench: builds if needed, then prints the figures as JSON and as a table. `npm run bench -- engines`: WebKit and Firefox beside Chromium.
import { join } from 'node:path'
import { build } from './build.mjs'
import { install, root, run } from './install.mjs'

install()
build()
const [which, ...options] = process.argv.slice(2)
const tsx = join(root, 'node_modules/tsx/dist/cli.mjs')
if (which === 'engines') {
  const { findEngines } = await import('./browser.mjs')
  run(process.execPath, [tsx, 'tests/bench/engines/main.ts', ...options], { ENGINE_PROGRAMS: JSON.stringify(await findEngines()) })
} else run(process.execPath, [tsx, 'tests/bench/main.ts', ...process.argv.slice(2)])
