/** Encryption of stored secrets: our own, credentials of channels, second factors (AES-256-GCM). */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from '../settings/settings.ts'

export interface SecretBox {
  /** Results differ for equal texts. */
  seal(text: string): string
  /** Throws UnreadableSecret for a text sealed with another key, or changed. */
  open(sealed: string): string
}

/** Text sealed with another key: after a restore without the key it has to be entered again. */
export class UnreadableSecret extends Error {
  constructor() {
    super('This was encrypted with another key and has to be entered again.')
  }
}

const prefix = 'sealed.1.'
const nonceBytes = 12
const tagBytes = 16
const keyFile = 'secret.key'

export function isSealed(text: string): boolean {
  return text.startsWith(prefix)
}

/** Whether this key opens it. */
export function isReadable(box: SecretBox, sealed: string): boolean {
  try {
    box.open(sealed)
    return true
  } catch (error) {
    if (error instanceof UnreadableSecret) return false
    throw error
  }
}

function readKeyFile(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/** Whether the data folder has a key of its own. */
export function hasKeyFile(dataDir: string): boolean {
  return existsSync(join(dataDir, keyFile))
}

/** The key beside the data, made at the first start. It is in no backup, so that a stolen one opens nothing. */
function keyBeside(dataDir: string): string {
  const path = join(dataDir, keyFile)
  const known = readKeyFile(path)
  if (known === null) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    const own = `${path}.${randomUUID()}`
    writeFileSync(own, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true })
    try {
      // Atomic: of concurrent starts one wins.
      linkSync(own, path)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    } finally {
      rmSync(own)
    }
  }
  const key = known ?? readKeyFile(path)
  if (!key || key.length < 32)
    throw new Error(`${path} holds no key: restore it from a copy, or, if it is lost, remove it and run npm run backup -- renew --key-lost`)
  chmodSync(path, 0o600)
  return key
}

/** The key is SECRET_KEY, or the file `secret.key` in the data folder. */
export function createSecretBox({ secretKey, dataDir }: Pick<Settings, 'secretKey' | 'dataDir'>): SecretBox {
  const key = Buffer.from(hkdfSync('sha256', secretKey ?? keyBeside(dataDir), '', 'lapangan secret box', 32))
  return {
    seal(text) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return prefix + Buffer.concat([nonce, cipher.getAuthTag(), content]).toString('base64url')
    },
    open(sealed) {
      const bytes = Buffer.from(sealed.slice(prefix.length), 'base64url')
      if (!isSealed(sealed) || bytes.length < nonceBytes + tagBytes) throw new UnreadableSecret()
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
      decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
      try {
        return decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
      } catch {
        throw new UnreadableSecret()
      }
    },
  }
}
