/** Webhook of the WhatsApp Cloud API (contract/chat/webhook.ts). */
import { createHmac } from 'node:crypto'
import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Context, Hono } from 'hono'
import { maxWebhookBytes, signatureHeader, webhookReceive, webhookVerify } from '#contract/chat/webhook.ts'
import { uuid } from '#contract/lib/patterns.ts'
import { whatsappNumber } from '#contract/sections/other/whatsapp-number.ts'
import { onChange } from '#server/crud/query/totals.ts'
import { messages, whatsappNumbers } from '#server/db/tables/chat.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { ApiError, toApiError } from '#server/platform/core/problem.ts'
import { UnreadableSecret } from '#server/platform/core/secret-box.ts'
import { timingSafeEqualText } from '#server/platform/core/timing-safe-equal-text.ts'
import { readBytes } from '#server/platform/http/body.ts'
import { mountRaw } from '#server/platform/http/mount.ts'
import { clientAddress } from '#server/platform/http/request.ts'
import { networkOf } from '#server/platform/limits/network-of.ts'
import { storedLimit } from '#server/platform/limits/stored-limit.ts'
import type { Inbound } from '../inbound/inbound.ts'
import { receive } from '../inbound/receive.ts'
import { openCredential } from '../rooms/credentials.ts'
import type { WhatsappNumber } from '../rooms/templates.ts'
import type { Taken, TakenMessage } from '../whatsapp/context.ts'
import type { TakenStatus } from '../whatsapp/statuses.ts'
import { readWebhook } from '../whatsapp/webhook.ts'
import { adoptProviderId, findUnnamed } from './delivery.ts'
import { createMediaIntake, type MediaIntake } from './inbound-media.ts'

/** The provider asks once, when the address is entered. */
const verifiedPerQuarter = 20

function verify(platform: Platform) {
  const { settings } = platform
  const attempts = storedLimit(platform, 'webhook verify', verifiedPerQuarter, 15 * 60)
  return async (c: Context): Promise<Response> => {
    await attempts.take(networkOf(clientAddress(c, settings.trustProxy)))
    const token = c.req.query('hub.verify_token') ?? ''
    const known = settings.chatVerifyToken !== null && timingSafeEqualText(token, settings.chatVerifyToken)
    if (!known || c.req.query('hub.mode') !== 'subscribe') throw new ApiError('forbidden')
    return c.text(c.req.query('hub.challenge') ?? '')
  }
}

/** Ms until changes of numbers without notification are seen. */
const cacheMs = 10_000

export interface Signer {
  number: WhatsappNumber
  secret: string
}

/** One whose secret does not open signs nothing, and its status says so (startCredentials). */
export function signerOf(platform: Platform, number: WhatsappNumber): Signer[] {
  try {
    return number.app_secret ? [{ number, secret: openCredential(platform, number.app_secret) }] : []
  } catch (error) {
    if (error instanceof UnreadableSecret) return []
    throw error
  }
}

/** Every number that can sign, kept until numbers change. */
function signersOf(platform: Platform): () => Promise<readonly Signer[]> {
  const { database } = platform
  const signing = and(eq(whatsappNumbers.channel, 'cloud'), isNotNull(whatsappNumbers.app_secret))
  const read = async () => (await database.db.select().from(whatsappNumbers).where(signing)).flatMap((number) => signerOf(platform, number))
  let stored: Promise<readonly Signer[]> | null = null
  let until = 0
  const forget = () => {
    stored = null
  }
  const listening = onChange(database, whatsappNumber.name, forget)
  return async () => {
    await listening
    if (stored && until > Date.now()) return stored
    const numbers = read()
    stored = numbers
    until = Date.now() + cacheMs
    numbers.catch(forget)
    return numbers
  }
}

/** Returns signers of these bytes. */
function signedBy(signers: readonly Signer[], bytes: Uint8Array, signature: string): WhatsappNumber[] {
  const signs = ({ secret }: Signer) =>
    timingSafeEqualText(signature.toLowerCase(), `sha256=${createHmac('sha256', secret).update(bytes).digest('hex')}`)
  return signers.filter(signs).map(({ number }) => number)
}

/** What is no JSON is a text. */
function parse(bytes: Uint8Array): unknown {
  const text = new TextDecoder().decode(bytes)
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function withSigner(item: Taken, signer: number | null): Taken {
  if (item.type === 'raw') return { ...item, signer }
  if (!('kept' in item) || !item.kept) return item
  const { kept } = item
  return { ...item, kept: () => ({ ...kept(), signer }) }
}

const isStatus = (item: Taken): item is TakenStatus => item.type === 'status'
const hasFile = (item: Taken): item is TakenMessage => item.type === 'message' && 'file' in item && item.file !== undefined

/** A state that precedes the stored provider id brings that id. */
async function adoptIds({ database: { db } }: Platform, items: readonly Taken[]): Promise<void> {
  const ids = new Map<string, string>()
  for (const { ref, provider_id } of items.filter(isStatus)) {
    const key = ref?.toLowerCase() ?? ''
    if (uuid.test(key) && !ids.has(key)) ids.set(key, provider_id)
  }
  if (!ids.size) return
  for (const ref of await findUnnamed(db, ids.keys())) await adoptProviderId(db, ref, ids.get(ref) ?? '')
}

/** Returns stored provider ids: repeated calls fetch no files. One that stands for its original has no file yet. */
async function storedProviderIds({ database }: Platform, list: readonly TakenMessage[]): Promise<ReadonlySet<string | null>> {
  const ids = list.map(({ provider_id }) => provider_id)
  if (!ids.length) return new Set()
  const isWhole = sql`coalesce(not ${messages.marks} ? 'standIn', true)`
  const found = await database.db
    .select({ id: messages.provider_id })
    .from(messages)
    .where(and(inArray(messages.provider_id, ids), isWhole))
  return new Set(found.map(({ id }) => id))
}

/** Fetches files, and stores everything in one transaction; false if a file is unavailable now. */
async function take(
  platform: Platform,
  intake: MediaIntake,
  numbers: readonly WhatsappNumber[],
  items: readonly Taken[],
): Promise<boolean> {
  const stored = await storedProviderIds(platform, items.filter(hasFile))
  const now: Inbound[] = []
  let isComplete = true
  for (const item of items) {
    const number = hasFile(item) && numbers.find(({ id }) => id === item.number)
    if (!number || !hasFile(item)) {
      now.push(item)
      continue
    }
    if (stored.has(item.provider_id)) continue
    const taken = await intake.take(number, item)
    if (taken === 'later') isComplete = false
    else now.push(taken)
  }
  await adoptIds(platform, items)
  await receive(platform, now)
  return isComplete
}

/** Tells what is no message, without what it says. */
function logKept({ log }: Platform, items: readonly Taken[]): void {
  const counts: Record<string, Record<string, number>> = {}
  for (const item of items) {
    if (item.type !== 'raw') continue
    const name = `${item.field}: ${item.kind}`
    const ofOutcome = counts[item.outcome] ?? {}
    counts[item.outcome] = { ...ofOutcome, [name]: (ofOutcome[name] ?? 0) + 1 }
  }
  const { elsewhere, unknown, malformed } = counts
  if (elsewhere) log.warn({ items: elsewhere }, 'a webhook speaks of a number that is not here')
  if (unknown || malformed) log.warn({ unknown, malformed }, 'webhook items of unknown kinds')
}

async function readBounded(c: Context, { log }: Platform): Promise<Uint8Array> {
  return readBytes(c.req.raw, maxWebhookBytes).catch((error: unknown) => {
    log.warn({ bytes: Number(c.req.header('Content-Length') ?? 0) }, 'a webhook was too large')
    throw error
  })
}

function listen(platform: Platform) {
  const readSigners = signersOf(platform)
  const intake = createMediaIntake(platform)
  return async (c: Context): Promise<Response> => {
    const bytes = await readBounded(c, platform)
    const numbers = signedBy(await readSigners(), bytes, c.req.header(signatureHeader) ?? '')
    if (!numbers.length) {
      platform.log.warn({ bytes: bytes.byteLength }, 'a webhook had a wrong signature')
      throw new ApiError('forbidden')
    }
    const signer = numbers[0]?.id ?? null
    const items = readWebhook(parse(bytes), numbers).map((item) => withSigner(item, signer))
    logKept(platform, items)
    const isComplete = await take(platform, intake, numbers, items).catch((error: unknown) => {
      // Nothing is wrong with what WhatsApp sent: it has to send it again, whatever the database says of values made from it.
      if ((toApiError(error)?.status ?? 500) >= 500) throw error
      platform.log.error({ err: error }, 'a webhook was not stored')
      return false
    })
    if (!isComplete) throw new ApiError('unavailable', undefined, { retryAfter: 30 })
    return c.json({ message: 'OK' })
  }
}

export function mountWebhook(app: Hono, platform: Platform): void {
  mountRaw(app, webhookVerify, verify(platform))
  mountRaw(app, webhookReceive, listen(platform))
}
