// npm run test:nodes [-- PATH …]: starts the product and runs the unit tests, or these, under every Node that is supported.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { build } from './build.mjs'
import { install, root } from './install.mjs'
import { environmentOf, fetchNode } from './nodes.mjs'

/** The oldest line that is supported, and the newest of each line with long support. */
const versions = ['20.19', '22', '24']

/** Whether a program of the packages, run by this Node, ends well. */
const succeeds = (node, program, ...args) =>
  spawnSync(node, [join(root, 'node_modules', program), ...args], { cwd: root, stdio: 'inherit', env: environmentOf(node) }).status === 0

install()
build()
const lines = versions.map((version) => {
  const node = fetchNode(version)
  const starts = succeeds(node, 'tsx/dist/cli.mjs', 'tests/nodes/main.ts')
  const passes = succeeds(node, 'vitest/vitest.mjs', 'run', ...process.argv.slice(2))
  return {
    isRight: starts && passes,
    text: `Node ${version}: the product ${starts ? 'starts' : 'does not start'}, unit tests ${passes ? 'pass' : 'fail'}`,
  }
})
for (const { text } of lines) console.log(text)
process.exit(lines.every(({ isRight }) => isRight) ? 0 : 1)
