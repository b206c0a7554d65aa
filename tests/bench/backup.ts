/**
 * Saves and restores an installation with a sparse file of 5 GiB and 2.2 GiB that do not compress: `npx tsx tests/bench/backup.ts [folder]`,
 * which needs 15 GB there, or among the temporary files. Ends with 1 where a byte differs, or either takes over 100 MB more than for an empty
 * installation.
 */
import { fork } from 'node:child_process'
import { createCipheriv } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, open, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isRecord } from '#contract/kit/field/guards.ts'
import { backup, restore } from '#server/backup/archive.ts'
import { openDatabase } from '#server/db/open.ts'

const GiB = 1024 ** 3
const sparseBytes = 5 * GiB
const chunk = Buffer.alloc(1024 ** 2)
const noiseChunks = Math.ceil((2.2 * GiB) / chunk.length)
const marks = [0, 2 ** 31 - 1, 2 ** 32 + 3, sparseBytes - 4]
/** Above the embedded database, which takes about 250 MB in either case. */
const maxMB = 100

/** The same bytes each time, which no compression makes smaller. */
const createNoise = () => createCipheriv('aes-128-ctr', Buffer.alloc(16, 7), Buffer.alloc(16))

async function fill(dataDir: string): Promise<void> {
  await (await openDatabase({ dataDir })).close()
  for (const folder of ['videos/ab', 'files/cd']) await mkdir(join(dataDir, folder), { recursive: true })
  const sparse = await open(join(dataDir, 'videos/ab/sparse'), 'w')
  await sparse.truncate(sparseBytes)
  for (const at of marks) await sparse.write(Buffer.from('mark'), 0, 4, at)
  await sparse.close()
  const noise = await open(join(dataDir, 'files/cd/noise'), 'w')
  const cipher = createNoise()
  for (let at = 0; at < noiseChunks; at += 1) await noise.write(cipher.update(chunk))
  await noise.close()
}

async function check(dataDir: string): Promise<void> {
  const sparse = await open(join(dataDir, 'videos/ab/sparse'))
  if ((await sparse.stat()).size !== sparseBytes) throw new Error('the sparse file has another size')
  for (const at of marks) {
    const { buffer } = await sparse.read(Buffer.alloc(4), 0, 4, at)
    if (buffer.toString() !== 'mark') throw new Error(`the sparse file differs at ${at}`)
  }
  await sparse.close()
  const cipher = createNoise()
  for await (const part of createReadStream(join(dataDir, 'files/cd/noise'), { highWaterMark: chunk.length }))
    if (!cipher.update(chunk.subarray(0, part.length)).equals(part)) throw new Error('the noise differs')
}

/** Largest memory of a process of its own, in MB, and its seconds. */
function measure(what: keyof typeof commands, dataDir: string, archive: string): Promise<{ MB: number; seconds: number }> {
  const child = fork(fileURLToPath(import.meta.url), [what, dataDir, archive], { execArgv: process.execArgv })
  const begun = performance.now()
  let MB = Number.NaN
  child.on('message', (message) => {
    if (isRecord(message)) MB = Math.round(Number(message.maxRSS) / 1024)
  })
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => {
      if (code) reject(new Error(`${what} ended with ${code}`))
      else resolve({ MB, seconds: Math.round((performance.now() - begun) / 1_000) })
    })
  })
}

const commands = { backup, restore }

async function compare(root: string): Promise<void> {
  const place = (name: string) => join(root, name)
  await (await openDatabase({ dataDir: place('small') })).close()
  const small = [
    await measure('backup', place('small'), place('small.tar.gz')),
    await measure('restore', place('small-restored'), place('small.tar.gz')),
  ]
  await fill(place('large'))
  const large = [
    await measure('backup', place('large'), place('large.tar.gz')),
    await measure('restore', place('large-restored'), place('large.tar.gz')),
  ]
  await check(place('large-restored'))
  const above = large.map(({ MB }, at) => MB - (small[at]?.MB ?? 0))
  const [backupFigures, restoreFigures] = large.map((figures, at) => ({ ...figures, above_empty_MB: above[at] }))
  const archive_GiB = (await stat(place('large.tar.gz'))).size / GiB
  console.log(JSON.stringify({ archive_GiB, backup: backupFigures, restore: restoreFigures }, null, 2))
  if (!(Math.max(...above) <= maxMB)) process.exitCode = 1
}

const [first, folder = '', file = ''] = process.argv.slice(2)
if (process.send && (first === 'backup' || first === 'restore')) {
  await commands[first](folder, file)
  process.send({ maxRSS: process.resourceUsage().maxRSS }, () => process.disconnect())
} else {
  const root = await mkdtemp(join(first ?? tmpdir(), 'lapangan-large-backup-'))
  await compare(root).finally(() => rm(root, { recursive: true, force: true }))
}
