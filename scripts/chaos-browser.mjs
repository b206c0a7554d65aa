// npm run chaos:browser: the built console in a real browser, killed at random moments of saving and replaying.
import { join } from 'node:path'
import { build } from './build.mjs'
import { install, root, run } from './install.mjs'

install()
build()
const { findBrowser } = await import('./browser.mjs')
run(process.execPath, [join(root, 'node_modules/tsx/dist/cli.mjs'), 'tests/chaos/browser-main.ts', ...process.argv.slice(2)], {
  CHROME_PATH: await findBrowser(),
})
