/** Finds an ffmpeg: FFMPEG_PATH, then PATH, then the optional package that ships one. */
import { execFile } from 'node:child_process'
import { chmod } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import type { Settings } from '../settings/settings.ts'

const execute = promisify(execFile)
const load = createRequire(import.meta.url)

const runs = (path: string): Promise<boolean> =>
  execute(path, ['-version'], { timeout: 10_000 }).then(
    () => true,
    () => false,
  )

/** npm may have left out its install script, which makes the program executable. */
async function fromPackage(): Promise<string | null> {
  try {
    const { path }: { path: string } = load('@ffmpeg-installer/ffmpeg')
    await chmod(path, 0o755).catch(() => undefined)
    return path
  } catch {
    return null
  }
}

async function search(given: string | null): Promise<string | null> {
  if (given === 'off') return null
  // An operator who names a program wants that one or none.
  if (given !== null) return (await runs(given)) ? given : null
  if (await runs('ffmpeg')) return 'ffmpeg'
  const shipped = await fromPackage()
  return shipped !== null && (await runs(shipped)) ? shipped : null
}

const found = new Map<string | null, Promise<string | null>>()

/** Returns the program, or null if there is none; looked for once per process. */
export function findFfmpeg({ ffmpegPath }: Pick<Settings, 'ffmpegPath'>): Promise<string | null> {
  const searched = found.get(ffmpegPath) ?? search(ffmpegPath)
  found.set(ffmpegPath, searched)
  return searched
}
