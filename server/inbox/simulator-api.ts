/** Simulated customers (contract/simulator/simulator.ts), and their page. */

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { and, asc, desc, eq, inArray, isNotNull, ne, not, or, sql } from 'drizzle-orm'
import type { Hono } from 'hono'
import { isStoredFile } from '#contract/kit/field/field.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { uuid } from '#contract/lib/patterns.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import * as contract from '#contract/simulator/simulator.ts'
import type { Db } from '#server/db/database.ts'
import { projectRoot } from '#server/db/root.ts'
import { messages, rooms, whatsappNumbers } from '#server/db/tables/chat.ts'
import { mountClassSimulator } from '#server/learning/simulator.ts'
import { mountMemberSimulator } from '#server/market/picks/simulator.ts'
import { mountAppSimulator } from '#server/member-app/simulator.ts'
import { audienceOf, roomsArea, writeChatChanges } from '#server/people/chat-feed.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { ApiError, fieldError } from '#server/platform/core/problem.ts'
import { mayUseDemo } from '#server/platform/http/is-local-request.ts'
import { type CallRequest, mount } from '#server/platform/http/mount.ts'
import { fileBody } from '#server/platform/routes/small-picture.ts'
import { shownAs } from './channel/inbound-media.ts'
import { acknowledge, isOnline, type Phone, roomOf, setOnline } from './channel/simulator.ts'
import { receive } from './inbound/receive.ts'
import { mountQuestionSimulator } from './questions/simulator.ts'

const shown = 200
const people = 200

const phoneOf = (given: Readonly<Record<string, unknown>>): Phone => ({ number: Number(given.number), phone: toText(given.phone) })

/** The number, which has to be one that is simulated. Throws 422. */
async function played(db: Db, given: Readonly<Record<string, unknown>>): Promise<Phone> {
  const phone = phoneOf(given)
  const simulated = and(eq(whatsappNumbers.id, phone.number), eq(whatsappNumbers.channel, 'simulator'))
  const [number] = await db.select({ id: whatsappNumbers.id }).from(whatsappNumbers).where(simulated)
  if (!number) throw fieldError('number', 'unknown_reference')
  return phone
}

async function readPeople({ db }: CallRequest) {
  const simulated = eq(whatsappNumbers.channel, 'simulator')
  const { id, name, phone } = whatsappNumbers
  return {
    numbers: await db.select({ id, name, phone }).from(whatsappNumbers).where(simulated).orderBy(asc(name)).limit(people),
    customers: await db
      .select({ number: rooms.whatsapp_number, phone: rooms.customer_phone, name: rooms.customer_name })
      .from(rooms)
      .innerJoin(whatsappNumbers, eq(whatsappNumbers.id, rooms.whatsapp_number))
      .where(simulated)
      .orderBy(sql`${rooms.last_message_at} desc nulls last`, desc(rooms.id))
      .limit(people),
  }
}

async function readConversation({ db, query }: CallRequest) {
  const phone = await played(db, query)
  const [room] = await db.select({ id: rooms.id, window_until: rooms.window_until }).from(rooms).where(roomOf(phone))
  const online = await isOnline(db, phone)
  if (!room) return { messages: [], online, window_until: null }
  // Queued and failed messages were never received.
  const theirs = or(eq(messages.is_admin, false), not(inArray(messages.status, ['queued', 'failed'])))
  const stored = await db
    .select()
    .from(messages)
    .where(and(eq(messages.room, room.id), ne(messages.kind, 'note'), theirs))
    .orderBy(desc(messages.created_at), desc(messages.place))
    .limit(shown)
  return {
    messages: stored.reverse().map(({ ref, place, kind, content, media, is_admin, status, created_at }) => ({
      ref,
      place,
      kind,
      content,
      media_url: media && contract.simulatorMedia.path.replace('{ref}', ref),
      media_name: media?.name ?? null,
      media_type: media?.type ?? null,
      is_admin,
      status,
      created_at,
    })),
    online,
    window_until: room.window_until,
  }
}

async function readMedia(platform: Platform, { db, params }: CallRequest) {
  const ref = (params.ref ?? '').toLowerCase()
  const [found] = uuid.test(ref)
    ? await db
        .select({ media: messages.media })
        .from(messages)
        .innerJoin(rooms, eq(rooms.id, messages.room))
        .innerJoin(whatsappNumbers, eq(whatsappNumbers.id, rooms.whatsapp_number))
        .where(and(eq(messages.ref, ref), eq(whatsappNumbers.channel, 'simulator'), isNotNull(messages.media)))
    : []
  if (!found?.media) throw new ApiError('not_found')
  return fileBody(platform.privateFiles, found.media, null)
}

async function write(platform: Platform, { db, body }: CallRequest) {
  const { number, phone } = await played(db, body)
  const media = isStoredFile(body.media) ? body.media : null
  const content = typeof body.content === 'string' && body.content.trim() ? body.content : null
  if (!content && !media) throw fieldError('content', 'required')
  const answered = toText(body.reply_to).toLowerCase()
  const [original] = uuid.test(answered)
    ? await db.select({ id: messages.provider_id }).from(messages).where(eq(messages.ref, answered))
    : []
  await receive(platform, [
    {
      type: 'message',
      provider_id: `simulator.${uuidv7()}`,
      number,
      from: { phone, bsuid: null, parent: null, name: typeof body.name === 'string' && body.name ? body.name : null },
      kind: media ? shownAs(media.type) : 'text',
      content,
      media,
      reply_to: original?.id ?? null,
      at: new Date().toISOString(),
    },
  ])
}

async function expire({ database }: Platform, phone: Phone): Promise<void> {
  await database.transaction(async (tx) => {
    const moved = { window_until: sql`now() - interval '1 second'`, version: sql`${rooms.version} + 1`, updated_at: sql`now()` }
    const changed = await tx.update(rooms).set(moved).where(roomOf(phone)).returning()
    const feedChanges = changed.map(
      (room) => ({ area: roomsArea, ref: room.ref, before: audienceOf(room), after: audienceOf(room) }) as const,
    )
    await writeChatChanges(database, tx, feedChanges)
  })
}

const files = {
  '/simulator': ['page.html', 'text/html; charset=utf-8'],
  '/simulator/page.js': ['page.js', 'text/javascript; charset=utf-8'],
  '/simulator/member': ['member.html', 'text/html; charset=utf-8'],
  '/simulator/member.js': ['member.js', 'text/javascript; charset=utf-8'],
  '/simulator/questions.js': ['questions.js', 'text/javascript; charset=utf-8'],
  '/simulator/classes.js': ['classes.js', 'text/javascript; charset=utf-8'],
  '/simulator/reports.js': ['reports.js', 'text/javascript; charset=utf-8'],
  '/simulator/home.js': ['home.js', 'text/javascript; charset=utf-8'],
  '/simulator/events.js': ['events.js', 'text/javascript; charset=utf-8'],
  '/simulator/newsletters.js': ['newsletters.js', 'text/javascript; charset=utf-8'],
  '/simulator/page.css': ['page.css', 'text/css; charset=utf-8'],
} as const

const elsewhere =
  'The simulator works only on the computer that runs the server. Its owner can allow others with DEMO_PUBLIC=true, at PUBLIC_URL.'

/** Only with demo data outside production: anybody may write as any customer. */
export function mountSimulator(app: Hono, platform: Platform): void {
  if (!platform.settings.demo || platform.settings.production) return
  for (const path of ['/simulator/*', contract.simulatorPeople.path.replace('people', '*')])
    app.use(path, async (c, next) => {
      if (!mayUseDemo(c, platform.settings)) throw new ApiError('forbidden', elsewhere)
      await next()
    })
  for (const [path, [name, type]] of Object.entries(files))
    app.get(path, async () => {
      const content = await readFile(join(projectRoot, 'server/inbox/simulator-page', name))
      return new Response(Uint8Array.from(content), { headers: { 'Content-Type': type, 'Cache-Control': 'no-cache' } })
    })
  mountMemberSimulator(app, platform)
  mountQuestionSimulator(app, platform)
  mountClassSimulator(app, platform)
  mountAppSimulator(app, platform)
  mount(app, platform, contract.simulatorPeople, readPeople)
  mount(app, platform, contract.simulatorConversation, readConversation)
  mount(app, platform, contract.simulatorMedia, (request) => readMedia(platform, request))
  mount(app, platform, contract.simulatorSend, async (request) => {
    await write(platform, request)
    return { message: 'Sent' }
  })
  const plays = [
    [contract.simulatorRead, (phone: Phone) => acknowledge(platform, phone, 'read')],
    [contract.simulatorIdle, ({ number, phone }: Phone) => receive(platform, [{ type: 'idle', number, customer_phone: phone }])],
    [contract.simulatorExpire, (phone: Phone) => expire(platform, phone)],
  ] as const
  for (const [call, act] of plays)
    mount(app, platform, call, async ({ db, body }) => {
      await act(await played(db, body))
      return { message: 'Done' }
    })
  mount(app, platform, contract.simulatorOnline, async ({ db, body }) => {
    await setOnline(platform, await played(db, body), body.online === true)
    return { message: 'Done' }
  })
}
