// Builds console, worker and API when their sources changed since the last build; compresses what is served.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { install, loadEnvironment, root, run } from './install.mjs'

const sources = ['contract', 'server', 'src', 'sw', 'public', 'index.html', 'vite.config.ts', 'build', 'package-lock.json']
const stampFile = join(root, 'dist/.stamp')

function filesUnder(path) {
  if (!existsSync(path)) return []
  const found = readdirSync(path, { withFileTypes: true, recursive: true })
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort()
}

/** A digest of every source and of what the build is told; also the version that clients compare. */
function digest() {
  const hash = createHash('sha256').update(`back office: ${process.env.BACK_OFFICE === 'true'}`)
  for (const source of sources) {
    const path = join(root, source)
    for (const file of source.includes('.') ? [path] : filesUnder(path)) {
      // Written by the build itself, and tests change nothing that is built.
      if (file.endsWith('routeTree.gen.ts') || /\.test\.tsx?$/.test(file)) continue
      hash.update(file.slice(root.length)).update(readFileSync(file))
    }
  }
  return hash.digest('hex').slice(0, 16)
}

function compress(folder) {
  for (const file of filesUnder(folder)) {
    if (!/\.(js|css|html|svg|json|webmanifest)$/.test(file)) continue
    const content = readFileSync(file)
    if (content.length < 512) continue
    writeFileSync(`${file}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }))
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
  }
}

export function build({ force = false } = {}) {
  const stamp = digest()
  if (!force && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return
  console.log('Building …')
  rmSync(join(root, 'dist'), { recursive: true, force: true })
  const vite = [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn']
  run(process.execPath, vite, { LAPANGAN_BUILD: stamp })
  run(process.execPath, [...vite, '--config', 'build/server.config.ts'], { LAPANGAN_BUILD: stamp })
  compress(join(root, 'dist/console'))
  writeFileSync(stampFile, stamp)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  install()
  loadEnvironment()
  build({ force: process.argv.includes('--force') })
}
