// Brings the packages of the lock file when they are missing or of another lock file. Plain Node: runs before anything is installed.
import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  console.error(`Lapangan needs Node 20.19 or newer; this is ${process.versions.node}`)
  process.exit(1)
}

export function install() {
  requireNode()
  const installed = `${root}node_modules/.package-lock.json`
  const wanted = `${root}package-lock.json`
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(wanted).mtimeMs) return
  console.log('Installing packages …')
  // Not `npm ci`: it refuses a lock file that leaves out what other platforms would install.
  run('npm', ['install', '--no-save', '--no-audit', '--no-fund'])
}

/** Reads `.env` beside package.json, if there is one. Variables that are set already win. */
export function loadEnvironment() {
  if (existsSync(`${root}.env`)) process.loadEnvFile(`${root}.env`)
}

/** Runs a command to its end with our own output; ends the program with its code when it fails. */
export function run(command, args, env = {}) {
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, ...env },
  })
  if (error) console.error(`${command}: ${error.message}`)
  if (status !== 0) process.exit(status ?? 1)
}
