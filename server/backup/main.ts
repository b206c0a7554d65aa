/** `npm run backup [FILE]` and `npm run backup -- restore FILE`. */
import { resolve } from 'node:path'
import { ownFilesOnly } from '#server/platform/private-folder.ts'
import { hasKeyFile } from '#server/platform/secret-box.ts'
import { readSettings } from '#server/platform/settings.ts'
import { backup, restore } from './archive.ts'

async function main([first, second]: readonly string[]): Promise<void> {
  const { databaseUrl, dataDir, secretKey } = readSettings(process.env)
  ownFilesOnly()
  if (databaseUrl) throw new Error('the database of DATABASE_URL is saved with pg_dump and restored with pg_restore')
  if (first === 'restore') {
    if (!second) throw new Error('name the file to restore: npm run backup -- restore FILE')
    const { kept, sessions, links } = await restore(resolve(dataDir), resolve(second))
    console.log(`Restored from ${resolve(second)}${kept ? `; what was there is kept in ${kept}` : ''}`)
    console.log(`Everybody signs in again: ${sessions} sessions and ${links} links to choose a password were ended`)
    if (!secretKey && !hasKeyFile(dataDir))
      console.log(
        `No backup holds the key of stored credentials: copy secret.key of the old installation to ${resolve(dataDir)}, or set SECRET_KEY, before the next start; without it they have to be entered again`,
      )
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
