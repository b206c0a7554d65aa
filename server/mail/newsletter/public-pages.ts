/** What mails of newsletters link to: `/u/{token}` ends them, `/o/{token}.gif` says that one was opened, `/c/{token}/{place}` leads to a link. */
import { eq } from 'drizzle-orm'
import type { Context, Hono } from 'hono'
import { totalsOf } from '#server/crud/query/totals.ts'
import { newsletters, newsletterRecipients as recipients } from '#server/db/tables/newsletters.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { clientAddress } from '#server/platform/http/request.ts'
import { networkLimit } from '#server/platform/limits/network-limit.ts'
import { suppress } from '#server/platform/mail/suppressions.ts'
import { linksOf } from './click-links.ts'
import { countUnsubscribed, gatherClicks } from './clicks.ts'
import { readRecipientToken } from './links.ts'
import { gatherOpens } from './opens.ts'
import { unsubscribePage } from './unsubscribe-page.ts'

/** Per network and minute: a provider of mail fetches for all of its people. */
const viewsPerMinute = 3_000
/** Per network and minute: one-click requests come from the provider of mail. */
const unsubscribesPerMinute = 600

/** One transparent pixel. */
const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
const picture = () =>
  new Response(pixel, {
    headers: {
      'Content-Type': 'image/gif',
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    },
  })

export function mountNewsletterPages(app: Hono, platform: Platform): void {
  const { database, settings } = platform
  const views = networkLimit(platform, { name: 'newsletter views', points: viewsPerMinute, seconds: 60, block: 100 })
  const unsubscribes = networkLimit(platform, { name: 'unsubscribe', points: unsubscribesPerMinute, seconds: 60 })
  const opens = gatherOpens(platform)
  const clicks = gatherClicks(platform)
  const languageOf = (c: Context) => c.req.header('Accept-Language')
  const recipientOf = (c: Context) => readRecipientToken(platform, 'unsubscribe', c.req.param('token') ?? '')

  // Robots and scanners look at every link: this changes nothing.
  app.get('/u/:token', async (c) => {
    if (!(await views.allows(clientAddress(c, settings.trustProxy)))) return unsubscribePage('limited', languageOf(c))
    return unsubscribePage(recipientOf(c) === null ? 'unknown' : 'ask', languageOf(c))
  })
  app.post('/u/:token', async (c) => {
    const id = recipientOf(c)
    if (id === null) return unsubscribePage('unknown', languageOf(c))
    if (!(await unsubscribes.allows(clientAddress(c, settings.trustProxy)))) return unsubscribePage('limited', languageOf(c))
    const [found] = await database.db.select({ address: recipients.address }).from(recipients).where(eq(recipients.id, id))
    if (found?.address) await suppress(database.db, found.address, 'unsubscribed')
    await database.transaction(async (tx) => {
      if (await countUnsubscribed(tx, [id])) await totalsOf(database).changed(tx, ['newsletter'])
    })
    return unsubscribePage('done', languageOf(c))
  })
  // The address comes from the newsletter itself, whose text is frozen, and never from the request.
  app.get('/c/:token/:place{[0-9]{1,3}}', async (c) => {
    const id = readRecipientToken(platform, 'click', c.req.param('token'))
    const [found] = id
      ? await database.db
          .select({ body: newsletters.body })
          .from(recipients)
          .innerJoin(newsletters, eq(newsletters.id, recipients.newsletter_id))
          .where(eq(recipients.id, id))
      : []
    const address = linksOf(found?.body ?? '')[Number(c.req.param('place'))]
    if (!id || !address) return unsubscribePage('unknown', languageOf(c))
    if (c.req.method === 'GET' && (await views.allows(clientAddress(c, settings.trustProxy)))) {
      const agent = c.req.header('User-Agent') ?? ''
      clicks.add(id, agent)
      // Who follows a link has the mail open, though pictures may be off.
      opens.add(id, agent)
    }
    return new Response(null, {
      status: 302,
      headers: { Location: address, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex' },
    })
  })
  app.get('/o/:picture{[0-9a-f-]{1,60}\\.gif}', async (c) => {
    const id = readRecipientToken(platform, 'open', c.req.param('picture').slice(0, -'.gif'.length))
    const isCounted = id !== null && c.req.method === 'GET' && (await views.allows(clientAddress(c, settings.trustProxy)))
    if (isCounted) opens.add(id, c.req.header('User-Agent') ?? '')
    return picture()
  })
}
