/** Firebase Cloud Messaging, HTTP v1: one request per device (docs/product/push-and-app.md#the-push-service). */
import { importPKCS8, SignJWT } from 'jose'
import { isRecord, toText } from '#contract/kit/field/guards.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { outgoing } from '#server/platform/core/outgoing.ts'
import type { ServiceAccount } from '#server/platform/settings/service-account.ts'

export interface FcmMessage {
  token: string
  /** Apps drop a second message of the same ref. */
  ref: string
  title: string
  body: string
  /** Absolute address. */
  image: string | null
  data: Readonly<Record<string, string>>
}

export type FcmResult =
  | { kind: 'accepted' }
  /** The app is gone from the device. */
  | { kind: 'unregistered' }
  /** This device or message is refused; others may not be. */
  | { kind: 'refused'; reason: string }
  /** No answer: it may have arrived. */
  | { kind: 'unknown'; reason: string }
  /** Nothing can be sent until a person has looked. */
  | { kind: 'held'; why: 'address' | 'credentials'; reason: string }
  /** The service asks to wait, or is not reached. */
  | { kind: 'busy'; wait: number; reason: string }

/** Milliseconds. */
const patience = 10_000
export const minWaitMs = 10_000
/** A token is renewed so long before it ends. */
const renewMs = 300_000
const scope = 'https://www.googleapis.com/auth/firebase.messaging'

/** Milliseconds of a Retry-After in seconds or as a date, and at least ten seconds. */
function waitOf(response: Response): number {
  const header = response.headers.get('retry-after') ?? ''
  const asked = /^\d{1,7}$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now()
  return Math.max(minWaitMs, Number.isFinite(asked) ? asked : 0)
}

async function readJson(response: Response): Promise<Readonly<Record<string, unknown>>> {
  const body: unknown = await response.json().catch(() => null)
  return isRecord(body) ? body : {}
}

/** The service's own code, such as UNREGISTERED; '' without one. */
function codeOf(body: Readonly<Record<string, unknown>>): string {
  const { details } = isRecord(body.error) ? body.error : {}
  const list: unknown[] = Array.isArray(details) ? details : []
  return list.map((each) => (isRecord(each) ? toText(each.errorCode) : '')).find(Boolean) ?? ''
}

const causeOf = (error: unknown): unknown => (error instanceof Error && error.cause !== undefined ? causeOf(error.cause) : error)
const notConnected = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT']

/** A connection that was never made sent nothing; after that nobody knows. */
function failureOf(error: unknown): FcmResult {
  const cause = causeOf(error)
  const code = isRecord(cause) ? toText(cause.code) : ''
  if (notConnected.includes(code)) return { kind: 'busy', wait: minWaitMs, reason: code }
  return { kind: 'unknown', reason: code || 'no answer' }
}

function resultOf(response: Response, body: Readonly<Record<string, unknown>>): FcmResult {
  const { status } = response
  const code = codeOf(body)
  const reason = `${status}${code && ` ${code}`}`
  if (status === 200) return { kind: 'accepted' }
  if (status === 404) return code === 'UNREGISTERED' ? { kind: 'unregistered' } : { kind: 'held', why: 'address', reason }
  if (status === 429 || status >= 500) return { kind: 'busy', wait: waitOf(response), reason }
  // A token of another project; those of this project are not concerned.
  if (code === 'SENDER_ID_MISMATCH' || status === 400) return { kind: 'refused', reason }
  return { kind: 'held', why: status === 401 || status === 403 ? 'credentials' : 'address', reason }
}

export interface Fcm {
  /** Never rejects. */
  send(message: FcmMessage): Promise<FcmResult>
}

type Access = { token: string; until: number } | Exclude<FcmResult, { kind: 'accepted' }>

export function createFcm({ project_id, client_email, private_key, token_uri, fcm_url }: ServiceAccount): Fcm {
  let access: Promise<Access> | null = null

  async function requestAccess(): Promise<Access> {
    try {
      const key = await importPKCS8(private_key, 'RS256').catch(() => null)
      if (!key) return { kind: 'held', why: 'credentials', reason: 'the private key cannot be read' }
      const claims = new SignJWT({ scope }).setProtectedHeader({ alg: 'RS256', typ: 'JWT' }).setIssuer(client_email).setAudience(token_uri)
      const assertion = await claims.setIssuedAt().setExpirationTime('1h').sign(key)
      const body = new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion })
      const response = await outgoing(token_uri, { method: 'POST', body, within: patience })
      const { access_token, expires_in } = await readJson(response)
      const reason = `${response.status} of the token's address`
      if (response.status === 429 || response.status >= 500) return { kind: 'busy', wait: waitOf(response), reason }
      if (response.status !== 200 || typeof access_token !== 'string') return { kind: 'held', why: 'credentials', reason }
      return { token: access_token, until: Date.now() + Math.max(60, Number(expires_in) || 0) * 1_000 - renewMs }
    } catch (error) {
      const failure = failureOf(error)
      // No push was sent.
      return failure.kind === 'unknown'
        ? { kind: 'busy', wait: minWaitMs, reason: failure.reason }
        : { ...failure, kind: 'busy', wait: minWaitMs, reason: 'no token' }
    }
  }

  /** One request for all that wait; an error is asked again by the next. */
  async function currentAccess(): Promise<Access> {
    const asked = access ?? requestAccess()
    access = asked
    const found = await asked
    const isOver = !('token' in found) || found.until <= Date.now()
    if (isOver && access === asked) access = null
    return found
  }

  async function post({ token, ref, title, body, image, data }: FcmMessage, bearer: string): Promise<FcmResult> {
    const message = {
      token,
      notification: { title, body, ...(image && { image }) },
      data: { ...data, ref },
      android: { priority: 'HIGH', notification: { tag: ref } },
      apns: { headers: { 'apns-collapse-id': ref } },
    }
    try {
      const response = await outgoing(`${fcm_url}/v1/projects/${project_id}/messages:send`, {
        method: 'POST',
        headers: { authorization: `Bearer ${bearer}` },
        body: { message },
        within: patience,
      })
      return resultOf(response, await readJson(response))
    } catch (error) {
      return failureOf(error)
    }
  }

  return {
    async send(message) {
      const asking = currentAccess()
      const used = access
      const first = await asking
      if (!('token' in first)) return first
      const result = await post(message, first.token)
      if (result.kind !== 'held' || result.why !== 'credentials') return result
      // Revoked before its time: once more with a new one, which one of those in flight asks for.
      if (used === access) access = null
      const second = await currentAccess()
      return 'token' in second ? post(message, second.token) : second
    },
  }
}

const services = new WeakMap<Platform, Fcm>()

/** The push service of this installation; null where none is configured. */
export function fcmOf(platform: Platform): Fcm | null {
  const { fcm } = platform.settings
  if (!fcm) return null
  const made = services.get(platform) ?? createFcm(fcm)
  services.set(platform, made)
  return made
}
