/**
 * npm run mutate [-- AREA … [FILES …]]: changes the code in small ways and shows which changes no test notices; all areas, or these; of an
 * area all files, or these, such as 'src/data/outbox/row/*.ts'. Results of other files stay, so that a long area is run in parts.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { areas } from '../tests/mutation/areas.mjs'
import { install, root } from './install.mjs'
import { environmentOf, fetchNode } from './nodes.mjs'

const asked = process.argv.slice(2)
const files = asked.filter((argument) => argument.includes('/'))
const wanted = asked.filter((argument) => !files.includes(argument))
const names = wanted.length ? wanted : Object.keys(areas)
const unknown = names.filter((name) => !Object.hasOwn(areas, name))
if (unknown.length) {
  console.error(`No such area: ${unknown.join(', ')}; there are ${Object.keys(areas).join(', ')}`)
  process.exit(1)
}
install()
const program = fetchNode('24')
const stryker = join(root, 'node_modules/@stryker-mutator/core/bin/stryker.js')
const statuses = names.map((name) => {
  const env = { ...environmentOf(program), MUTATE_AREA: name }
  const parts = files.length ? ['--mutate', [...files, '!**/*.test.*'].join()] : []
  return spawnSync(program, [stryker, 'run', 'tests/mutation/stryker.config.mjs', ...parts], { cwd: root, stdio: 'inherit', env }).status
})
process.exit(statuses.every((status) => status === 0) ? 0 : 1)
