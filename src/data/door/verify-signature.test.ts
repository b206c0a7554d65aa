import { generateKeyPairSync, sign } from 'node:crypto'
import { afterEach, expect, it, vi } from 'vitest'
import { verifySignature } from './verify-signature.ts'

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const key = Uint8Array.from(Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url'))
const message = Uint8Array.from([1, 2, 3])
const signature = Uint8Array.from(sign(null, message, privateKey))

afterEach(() => vi.restoreAllMocks())

for (const [place, isNative] of [
  ['the browser', true],
  ['the library', false],
] as const) {
  it(`verifySignature accepts what was signed and refuses all else, by ${place}`, async () => {
    if (!isNative) vi.spyOn(crypto.subtle, 'importKey').mockRejectedValue(new DOMException('no Ed25519', 'NotSupportedError'))
    expect(await verifySignature(key, signature, message)).toBe(true)
    expect(await verifySignature(key, signature, Uint8Array.from([1, 2, 4]))).toBe(false)
    expect(await verifySignature(key, new Uint8Array(64), message)).toBe(false)
    expect(
      await verifySignature(
        key.map((byte) => byte ^ 1),
        signature,
        message,
      ),
    ).toBe(false)
  })
}
