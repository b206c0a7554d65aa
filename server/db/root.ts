import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

function findRoot(from: string): string {
  if (existsSync(join(from, 'package.json'))) return from
  const parent = dirname(from)
  if (parent === from) throw new Error('package.json not found above the program')
  return findRoot(parent)
}

/** Folder of package.json: base of paths to files, from source and as a bundle. */
export const projectRoot = findRoot(dirname(fileURLToPath(import.meta.url)))
