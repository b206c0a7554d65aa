/** `npm run backup [FILE]` and `npm run backup -- restore FILE`. */
import { resolve } from 'node:path'
import { readSettings } from '#server/platform/settings.ts'
import { backup, restore } from './archive.ts'

async function main([first, second]: readonly string[]): Promise<void> {
  const { databaseUrl, dataDir } = readSettings(process.env)
  if (databaseUrl) throw new Error('the database of DATABASE_URL is saved with pg_dump and restored with pg_restore')
  if (first === 'restore') {
    if (!second) throw new Error('name the file to restore: npm run backup -- restore FILE')
    const kept = await restore(resolve(dataDir), resolve(second))
    console.log(`Restored from ${resolve(second)}${kept ? `; what was there is kept in ${kept}` : ''}`)
    return
  }
  const file = resolve(first ?? `${dataDir}/backups/lapangan-${new Date().toISOString().replace(/[:.]/g, '-')}.tar.gz`)
  await backup(resolve(dataDir), file)
  console.log(`Saved to ${file}`)
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(`lapangan: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
})
