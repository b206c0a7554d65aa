/** Key of a Google service account, as Google hands it out. */
import { readFileSync } from 'node:fs'
import * as v from 'valibot'

const address = v.pipe(v.string(), v.regex(/^https?:\/\/[^\s/?#]\S*$/i))

const serviceAccount = v.object({
  project_id: v.pipe(v.string(), v.regex(/^[a-z0-9:.-]{1,100}$/)),
  client_email: v.pipe(v.string(), v.minLength(3)),
  private_key: v.pipe(v.string(), v.includes('PRIVATE KEY')),
  token_uri: v.optional(address, 'https://oauth2.googleapis.com/token'),
  /** Not in Google's: the service of a test. */
  fcm_url: v.optional(address, 'https://fcm.googleapis.com'),
})
export type ServiceAccount = v.InferOutput<typeof serviceAccount>

/** Reads the key's JSON, or the file of that path. Null if it is none. */
export function readServiceAccount(setting: string): ServiceAccount | null {
  try {
    const text = setting.trimStart().startsWith('{') ? setting : readFileSync(setting, 'utf8')
    const parsed = v.safeParse(serviceAccount, JSON.parse(text))
    return parsed.success ? parsed.output : null
  } catch {
    return null
  }
}
