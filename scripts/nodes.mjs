/** Brings other versions of Node than the one that runs this. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { root } from './install.mjs'

/** The program of a Node, from the npm package that carries it for this platform; kept beside the packages. */
export function fetchNode(version) {
  const folder = join(root, 'node_modules/.cache/nodes', version)
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  const program = join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(program)) return program
  console.log(`Fetching Node ${version} …`)
  const { status } = spawnSync('npm', ['install', '--prefix', folder, '--no-save', '--ignore-scripts', `${name}@${version}`], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0 || !existsSync(program)) throw new Error(`Node ${version} could not be fetched`)
  return program
}

/** The environment in which this Node is the first that is found, for what the program starts in turn. */
export const environmentOf = (program) => ({ ...process.env, PATH: `${dirname(program)}${delimiter}${process.env.PATH ?? ''}` })
