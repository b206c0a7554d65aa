import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

function findRoot(from: string): string {
  if (existsSync(join(from, 'package.json'))) return from
  const parent = dirname(from)
  if (parent === from) throw new Error('package.json not found above the program')
  return findRoot(parent)
}

/** The folder of package.json. The program runs from source and as one bundle, so paths to its files start here. */
export const projectRoot = findRoot(dirname(fileURLToPath(import.meta.url)))
