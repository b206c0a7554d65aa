/** Keys that identify this installation to push services; made on first use and stored, sealed. */
import webPush from 'web-push'
import type { Platform } from '#server/platform/core/context.ts'
import { secretValue } from '#server/platform/core/sealed-meta.ts'

export interface Vapid {
  /** Contact for push services. */
  subject: string
  publicKey: string
  privateKey: string
}

const cached = new WeakMap<Platform, Promise<Vapid>>()

async function read({ database, secretBox, settings }: Platform): Promise<Vapid> {
  const kept = await secretValue(database.db, secretBox, 'vapid', () => {
    const { publicKey, privateKey } = webPush.generateVAPIDKeys()
    return `${publicKey} ${privateKey}`
  })
  const [publicKey = '', privateKey = ''] = kept.split(' ')
  const address = settings.mailFrom.split(/[\s<>]+/).find((word) => word.includes('@')) ?? settings.mailFrom
  return { subject: `mailto:${address}`, publicKey, privateKey }
}

export function vapidOf(platform: Platform): Promise<Vapid> {
  const keys = cached.get(platform) ?? read(platform)
  cached.set(platform, keys)
  keys.catch(() => cached.delete(platform))
  return keys
}
