import type { Hono } from 'hono'
import type { Platform } from '../core/context.ts'
import { ApiError } from '../core/problem.ts'
import { fittingName, isShownInPlace } from '../files/file-type.ts'
import { safeName } from '../files/files.ts'

/** Serves stored files. Addresses contain the content's hash: known only to those who saw them, and immutable. */
export function mountFiles(app: Hono, { files }: Platform): void {
  app.get('/files/:sha256/:name', async (c) => {
    const name = safeName(c.req.param('name'))
    const found = await files.read(c.req.param('sha256'), name)
    if (!found) throw new ApiError('not_found')
    const disposition = isShownInPlace(found.type) ? 'inline' : 'attachment'
    return new Response(Uint8Array.from(found.content), {
      headers: {
        'Content-Type': found.type,
        'Content-Disposition': `${disposition}; filename*=UTF-8''${encodeURIComponent(fittingName(name, found.type))}`,
        'Cache-Control': 'private, max-age=31536000, immutable',
      },
    })
  })
}
