/** What a person gets who opens an address of the console (docs/offline.md#a-part-that-is-missing). */

import { readLanguage } from '#console/data/outbox/wire/credentials.ts'
import { startMs } from '#console/data/outbox/wire/exchange.ts'
import { within } from '#console/data/outbox/wire/within.ts'
import { missingPage } from './missing-page.ts'
import { findCached, repairShell, shell } from './shell.ts'

/** What the build names in the page as needed to draw anything (build/chunks.ts). */
const startFiles = (html: string): string[] => [
  '/boot.js',
  ...(/<meta name="start" content="([^"]*)"/.exec(html)?.[1]?.split(' ') ?? []),
  ...[...html.matchAll(/<link rel="stylesheet"[^>]* href="([^"]+)"/g)].map(([, address = '']) => address),
]

/** The cached page, where all is there that it needs: without one of them it would stay white. */
async function wholePage(origin: string): Promise<Response | null> {
  const page = await findCached(`${origin}/index.html`)
  if (!page) return null
  const html = await page.clone().text()
  const expected = startFiles(html).filter((path) => shell.getCacheKeyForURL(path))
  const files = await Promise.all(expected.map((path) => findCached(origin + path)))
  return files.every(Boolean) ? page : null
}

/** The page from the device; with a part missing there from the network, else words. Never rejects. */
export async function openPage({ request, event }: { request: Request; event: Pick<ExtendableEvent, 'waitUntil'> }): Promise<Response> {
  const cached = await wholePage(new URL(request.url).origin)
  if (cached) return cached
  event.waitUntil(repairShell())
  const answer = await within(startMs, fetch(request)).catch(() => null)
  if (answer && answer.status < 500) return answer
  return missingPage(await within(1_000, readLanguage()).catch(() => 'en'))
}
