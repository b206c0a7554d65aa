import { errorLine } from '#server/db/error-line.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { moveFiles } from './move-files.ts'

async function main(): Promise<void> {
  await moveFiles(readSettings(process.env), (line) => console.log(line))
}

main().catch((error: unknown) => {
  console.error(`lapangan: ${errorLine(error)}`)
  process.exit(1)
})
