/** Signing of tickets (docs/product/events.md#tickets): one key pair of the installation, and the public keys of those before a restore. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto'
import { like } from 'drizzle-orm'
import sharp from 'sharp'
import { encode } from 'uqr'
import { toText } from '#contract/kit/field/guards.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { formatTicket, type Ticket, type TicketKey, ticketMessage, type VerifySignature } from '#contract/lib/ticket.ts'
import { meta } from '#server/db/tables/platform.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { metaValue } from '#server/platform/core/meta.ts'
import { secretValue } from '#server/platform/core/sealed-meta.ts'

/** Of every public key that ever signed here: a restore forgets the secret one, and tickets in people's mails stay readable. */
const publicName = 'ticket_key:'

interface Keys {
  secret: KeyObject
  /** In hexadecimal. */
  own: string
}

const kept = new WeakMap<Platform, Promise<Keys>>()

const hexOf = (key: KeyObject) => Buffer.from(toText(key.export({ format: 'jwk' }).x), 'base64url').toString('hex')

async function read({ database: { db }, secretBox }: Platform): Promise<Keys> {
  const text = await secretValue(db, secretBox, 'ticket_key', () =>
    generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
  )
  const secret = createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' })
  const own = hexOf(createPublicKey(secret))
  await metaValue(db, publicName + own, () => new Date().toISOString())
  return { secret, own }
}

/** Made on first use. */
function keysOf(platform: Platform): Promise<Keys> {
  const keys = kept.get(platform) ?? read(platform)
  kept.set(platform, keys)
  keys.catch(() => kept.delete(platform))
  return keys
}

/** Public keys of tickets: the present one first, then those from before a restore. */
export async function ticketKeys(platform: Platform): Promise<TicketKey[]> {
  const { own } = await keysOf(platform)
  const names = await platform.database.db
    .select({ name: meta.name })
    .from(meta)
    .where(like(meta.name, `${publicName}%`))
  const former = names.map(({ name }) => name.slice(publicName.length)).filter((key) => key !== own)
  return [{ key: own, former: false }, ...former.sort().map((key) => ({ key, former: true }))]
}

/** The code of a ticket, signed by this installation. */
export async function signTicket(platform: Platform, ticket: Ticket): Promise<string> {
  const { secret } = await keysOf(platform)
  return formatTicket(ticket, sign(null, ticketMessage(ticket), secret))
}

/** The ticket that a stored participant has now. */
export const ticketOf = ({ event_id, ref, ticket }: AnyRow): Ticket => ({
  event: Number(event_id),
  participant: ref,
  number: Number(ticket),
})

/** Start of a DER-encoded Ed25519 public key (RFC 8410). */
const derPrefix = Buffer.from('302a300506032b6570032100', 'hex')

/** Checks a signature on the server; the console has its own (src/data/door/verify-signature.ts). */
export const verifySignature: VerifySignature = async (key, signature, message) =>
  verify(null, message, createPublicKey({ key: Buffer.concat([derPrefix, key]), format: 'der', type: 'spki' }), signature)

/** A code as the SVG of a QR code of level M, dark on white whatever the page's theme is; `pixels` is its width and height. */
export function ticketSvg(code: string, pixels = 240): string {
  const { data } = encode(code, { ecc: 'M', border: 4 })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  const size = data.length
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${pixels}" height="${pixels}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`
}

/** The same as a PNG: programs of mail show no SVG. */
export function ticketPng(code: string, pixels = 480): Promise<Buffer> {
  return sharp(Buffer.from(ticketSvg(code, pixels)))
    .png({ palette: true, colours: 2 })
    .toBuffer()
}
