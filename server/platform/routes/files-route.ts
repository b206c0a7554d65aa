import { and, eq } from 'drizzle-orm'
import type { Hono } from 'hono'
import { isNameTooLong } from '#contract/lib/file-name.ts'
import { videos } from '#server/db/tables/videos.ts'
import type { Platform } from '../core/context.ts'
import { ApiError, fieldError } from '../core/problem.ts'
import { fittingName, isShownInPlace } from '../files/file-type.ts'
import { type FileStore, safeName, sha256Of } from '../files/files.ts'
import { type ServedFile, serveFile } from '../files/serve-file.ts'
import { isSigned } from '../files/signed-address.ts'

const year = 'private, max-age=31536000, immutable'
/** Until a video is converted, its address has another content. */
const soon = 'private, max-age=60'

/** As long as an address is signed: a player asks for the same ranges again. Other private files are kept by no browser. */
const playing = 'private, max-age=21600, immutable'

/** Types are read from a file's ends, which a film that is read in a hundred ranges need not repeat. */
const types = new Map<string, string>()
const maxTypes = 5_000

async function typeOf(store: FileStore, stored: string, sha256: string, name: string): Promise<string> {
  const key = `${sha256} ${name}`
  const type = types.get(key) ?? (await store.inspectFile({ stored }, sha256, name)).type
  if (types.size >= maxTypes) types.clear()
  types.set(key, type)
  return type
}

async function findFile(store: FileStore, sha256: string, given: string, caching: string): Promise<ServedFile> {
  if (isNameTooLong(given)) throw fieldError('name', 'file_name')
  const found = await store.locate(sha256)
  if (!found) throw new ApiError('not_found')
  const name = safeName(given)
  const type = await typeOf(store, found.path, sha256, name)
  const disposition = isShownInPlace(type) ? 'inline' : 'attachment'
  const headers = {
    'Content-Disposition': `${disposition}; filename*=UTF-8''${encodeURIComponent(fittingName(name, type))}`,
    'Cache-Control': caching,
  }
  return { read: (from, to) => store.readRange(sha256, from, to), size: found.size, type, sha256, headers }
}

/** Mails show our pictures in the pages of their readers' programs. */
const inOtherPages = { 'Cross-Origin-Resource-Policy': 'cross-origin' }

/** What a public video was converted to plays at the address of the original. */
async function findPublic({ files, database }: Platform, sha256: string, name: string): Promise<ServedFile> {
  const found = await findFile(files, sha256, name, year)
  if (found.type.startsWith('image/')) return { ...found, headers: { ...found.headers, ...inOtherPages } }
  if (!found.type.startsWith('video/')) return found
  const [video] = await database.db
    .select({ result: videos.result })
    .from(videos)
    .where(and(eq(videos.store, '/files'), eq(videos.sha256, sha256)))
  const made = sha256Of(video?.result?.url ?? '')
  if (made && made !== sha256) return findFile(files, made, video?.result?.name ?? name, soon)
  return video && !made ? { ...found, headers: { ...found.headers, 'Cache-Control': soon } } : found
}

/**
 * Serves stored files. Addresses contain the content's hash: known only to those who saw them, and immutable. Those of private videos play
 * while their signature holds, and need no session.
 */
export function mountFiles(app: Hono, platform: Platform): void {
  app.get('/files/:sha256/:name', async (c) => serveFile(c.req.raw, await findPublic(platform, c.req.param('sha256'), c.req.param('name'))))
  app.get('/videos/:sha256/:name', async (c) => {
    const { sha256, name } = c.req.param()
    if (!isSigned(platform.tokens, sha256, c.req.query())) throw new ApiError('forbidden', 'This address is over. Open the page again.')
    const found = await findFile(platform.videos, sha256, name, playing)
    const headers = found.type.startsWith('video/') ? found.headers : { ...found.headers, 'Cache-Control': 'no-store' }
    return serveFile(c.req.raw, { ...found, headers })
  })
}
