/** Checks signatures of tickets in the browser, without a network (decision 66). */
import type { VerifySignature } from '#contract/lib/ticket.ts'

/** Null where the browser's own cryptography has no Ed25519. */
async function verifyNatively(...[key, signature, message]: Parameters<VerifySignature>): Promise<boolean | null> {
  try {
    const imported = await crypto.subtle.importKey('raw', key, 'Ed25519', false, ['verify'])
    return await crypto.subtle.verify('Ed25519', imported, signature, message)
  } catch {
    return null
  }
}

/** The browser's Ed25519 where it has one, else a library that is loaded then. */
export const verifySignature: VerifySignature = async (key, signature, message) => {
  const verified = await verifyNatively(key, signature, message)
  if (verified !== null) return verified
  const { verifyAsync } = await import('@noble/ed25519')
  return verifyAsync(signature, message, key).catch(() => false)
}
