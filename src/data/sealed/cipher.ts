/** AES-GCM of what stays on a device while its person is signed out (decision 75). */

/** Blobs are encrypted piece by piece, so that a film needs no memory of its size. */
const pieceBytes = 4 * 1024 * 1024
const ivBytes = 12
const tagBytes = 16

/** Whether this page may encrypt: browsers offer it to https and to this computer alone. */
export const canSeal = (): boolean => globalThis.crypto?.subtle !== undefined

/** The key of a secret that the server gave; it never leaves this page. */
export async function importKey(secret: string): Promise<CryptoKey> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret))
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
}

/** Names each piece, so that none can be left out, moved or taken from elsewhere. */
const placeOf = (about: string, at: number, isLast: boolean) => new TextEncoder().encode(`${about} ${at} ${isLast ? 'last' : 'more'}`)

export async function encrypt(key: CryptoKey, content: Blob, about: string): Promise<Blob> {
  const count = Math.max(1, Math.ceil(content.size / pieceBytes))
  const parts: Blob[] = []
  for (let at = 0; at < count; at++) {
    const piece = await content.slice(at * pieceBytes, (at + 1) * pieceBytes).arrayBuffer()
    const iv = crypto.getRandomValues(new Uint8Array(ivBytes))
    const algorithm = { name: 'AES-GCM', iv, additionalData: placeOf(about, at, at === count - 1) }
    parts.push(new Blob([iv, await crypto.subtle.encrypt(algorithm, key, piece)]))
  }
  return new Blob(parts)
}

/** Rejects for another key, and where a byte is not what was written. */
export async function decrypt(key: CryptoKey, sealed: Blob, about: string, type = ''): Promise<Blob> {
  const size = ivBytes + pieceBytes + tagBytes
  const count = Math.max(1, Math.ceil(sealed.size / size))
  const parts: Blob[] = []
  for (let at = 0; at < count; at++) {
    const piece = new Uint8Array(await sealed.slice(at * size, (at + 1) * size).arrayBuffer())
    const algorithm = { name: 'AES-GCM', iv: piece.subarray(0, ivBytes), additionalData: placeOf(about, at, at === count - 1) }
    parts.push(new Blob([await crypto.subtle.decrypt(algorithm, key, piece.subarray(ivBytes))]))
  }
  return new Blob(parts, { type })
}
