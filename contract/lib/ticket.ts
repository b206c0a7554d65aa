/**
 * Ticket codes of events (docs/product/events.md#tickets): base32 of format, event, participant and number, and an Ed25519 signature over
 * them. Capital letters and digits are the densest text of a QR code, and hand scanners type them under any layout and caps lock.
 */

export interface Ticket {
  /** Id of the event. */
  event: number
  /** Ref of the participant. */
  participant: string
  /** A later one retires those before it. */
  number: number
}

/** A public key, in hexadecimal. Former keys are those from before a restore. */
export interface TicketKey {
  key: string
  former: boolean
}

type Bytes = Uint8Array<ArrayBuffer>
export type VerifySignature = (key: Bytes, signature: Bytes, message: Bytes) => Promise<boolean>

const format = 1
const payloadBytes = 25
const signatureBytes = 64
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const codeLength = Math.ceil(((payloadBytes + signatureBytes) * 8) / 5)
/** What signatures are over begins with these bytes, so that one of anything else is none of a ticket. */
const purpose = Uint8Array.from('lapangan ticket', (letter) => letter.charCodeAt(0))

function toBase32(bytes: Bytes): string {
  let [text, held, bits] = ['', 0, 0]
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xfff
    for (bits += 8; bits >= 5; bits -= 5) text += alphabet[(held >> (bits - 5)) & 31]
  }
  return bits > 0 ? text + alphabet[(held << (5 - bits)) & 31] : text
}

/** Null for a text that is no code, also one with bits set after the last byte. */
function fromBase32(text: string): Bytes | null {
  const bytes = new Uint8Array(payloadBytes + signatureBytes)
  let [held, bits, at] = [0, 0, 0]
  for (const letter of text) {
    const value = alphabet.indexOf(letter)
    if (value < 0) return null
    held = ((held << 5) | value) & 0xfff
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes[at++] = held >> bits
  }
  return (held & ((1 << bits) - 1)) === 0 ? bytes : null
}

/** Bytes of a text in hexadecimal; the text is known to be some. */
export function fromHex(text: string): Bytes {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

function payloadOf({ event, participant, number }: Ticket): Bytes {
  const bytes = new Uint8Array(payloadBytes)
  const view = new DataView(bytes.buffer)
  view.setUint8(0, format)
  view.setUint32(1, event)
  bytes.set(fromHex(participant.replaceAll('-', '')), 5)
  view.setUint32(21, number)
  return bytes
}

function joined(first: Bytes, second: Bytes): Bytes {
  const bytes = new Uint8Array(first.length + second.length)
  bytes.set(first)
  bytes.set(second, first.length)
  return bytes
}

/** The bytes that the signature of a ticket is over. */
export function ticketMessage(ticket: Ticket): Bytes {
  return joined(purpose, payloadOf(ticket))
}

/** The code of a ticket with its signature: 143 letters and digits. */
export function formatTicket(ticket: Ticket, signature: Uint8Array): string {
  return toBase32(joined(payloadOf(ticket), Uint8Array.from(signature)))
}

function parseTicket(code: string): { ticket: Ticket; message: Bytes; signature: Bytes } | null {
  const text = code.trim().toUpperCase()
  const bytes = text.length === codeLength ? fromBase32(text) : null
  if (bytes?.[0] !== format) return null
  const view = new DataView(bytes.buffer)
  const hex = Array.from(bytes.subarray(5, 21), (byte) => byte.toString(16).padStart(2, '0')).join('')
  const participant = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
  const ticket = { event: view.getUint32(1), participant, number: view.getUint32(21) }
  return { ticket, message: joined(purpose, bytes.slice(0, payloadBytes)), signature: bytes.slice(payloadBytes) }
}

/** Whether a text has the form of a ticket's code, signed or not. */
export const isTicketCode = (code: string): boolean => parseTicket(code) !== null

/** A ticket by its code, with the key that signed it; null where none of the keys did. */
export async function readTicket(
  code: string,
  keys: readonly TicketKey[],
  verify: VerifySignature,
): Promise<{ ticket: Ticket; key: TicketKey } | null> {
  const parsed = parseTicket(code)
  if (!parsed) return null
  for (const key of keys) {
    if (await verify(fromHex(key.key), parsed.signature, parsed.message)) return { ticket: parsed.ticket, key }
  }
  return null
}
