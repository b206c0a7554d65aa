/** `npm run backup`: [FILE], restore FILE, renew. */
import { errorLine } from '#server/db/error-line.ts'
import { ownFilesOnly } from '#server/platform/settings/private-folder.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { runBackup } from './command.ts'

async function main(asked: readonly string[]): Promise<void> {
  ownFilesOnly()
  await runBackup(asked, readSettings(process.env), (line) => console.log(line))
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(`lapangan: ${errorLine(error)}`)
  process.exit(1)
})
