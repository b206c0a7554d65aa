import { readdirSync, readFileSync } from 'node:fs'
import { defineConfig } from 'drizzle-kit'

/** Every file that holds a table, wherever it stands: tables live beside the rules that use them. */
const schema = readdirSync('server', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => `./server/${name}`)
  .filter((path) => readFileSync(path, 'utf8').includes('= pgTable('))
  .sort()

export default defineConfig({ dialect: 'postgresql', schema, out: './server/db/migrations' })
