/** Requests to the Graph API of the WhatsApp Cloud API, and its errors. */
import * as v from 'valibot'
import { failureText, sendErrorOf } from '#contract/chat/send-errors.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { outgoing } from '#server/platform/core/outgoing.ts'
import { UnreadableSecret } from '#server/platform/core/secret-box.ts'
import { parseUrl } from '#server/platform/settings/parse-url.ts'
import { openCredential, unreadableReason } from '../rooms/credentials.ts'
import type { WhatsappNumber } from '../rooms/templates.ts'
import { cleanText } from '../rooms/text.ts'
import type { Refusal } from './channel.ts'

export type Cloud = Pick<Platform, 'settings' | 'secretBox'>
type Caller = Pick<WhatsappNumber, 'access_token'>

export interface GraphRequest {
  method: 'GET' | 'POST'
  /** Below the base address, or absolute. */
  path: string
  body?: unknown
  /** Never retried: after a broken connection, it may have been accepted. */
  once?: boolean
  /** Timeout in milliseconds. */
  within?: number
}

const words = v.fallback(
  v.pipe(
    v.string(),
    v.transform((text) => cleanText(text, 1_000)),
  ),
  '',
)
const errorCode = v.union([v.pipe(v.number(), v.integer()), v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number))])

const failure = v.object({
  error: v.object({
    message: words,
    title: words,
    code: v.fallback(v.nullable(errorCode), null),
    is_transient: v.fallback(v.boolean(), false),
    error_data: v.fallback(v.object({ details: words }), { details: '' }),
  }),
})

/** Longer waits are no rate limit, and would outlast the 24 hours of a chat. */
const maxWaitMs = 3_600_000

/** Milliseconds of a Retry-After in seconds, or with a date. */
function readWait(text: string | null): { wait?: number } {
  if (!text) return {}
  const wait = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now()
  return wait > 0 ? { wait: Math.min(wait, maxWaitMs) } : {}
}

/** Errors before any byte was sent. */
const beforeSending =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|CERT_\w+|DEPTH_ZERO_\w+|SELF_SIGNED_\w+|ERR_TLS_\w+|UNABLE_TO_\w+)$/

export const isRefusal = (value: unknown): value is Refusal =>
  typeof value === 'object' && value !== null && 'next' in value && 'reason' in value

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  return 'code' in error && typeof error.code === 'string' ? error.code : codeOf(error.cause)
}

const isTimeout = (error: unknown): boolean => error instanceof Error && (error.name === 'TimeoutError' || isTimeout(error.cause))

function networkRefusal(error: unknown, once: boolean): Refusal {
  const code = codeOf(error)
  const why = isTimeout(error) ? 'no answer in time' : code || 'the line broke'
  return { reason: `The WhatsApp Cloud API was not reached: ${why}`, next: once && !beforeSending.test(code) ? 'unknown' : 'retry' }
}

function refusalOf(status: number, body: unknown, retryAfter: string | null, once: boolean): Refusal {
  const parsed = v.safeParse(failure, body)
  const wait = readWait(retryAfter)
  if (!parsed.success) {
    const reason = `The WhatsApp Cloud API answered ${status}`
    // A gateway's error does not tell whether the message went through.
    if (status >= 500) return { reason, next: once && status !== 503 ? 'unknown' : 'retry', ...wait }
    return { reason, next: status === 429 ? 'retry' : 'give up', ...wait, ...(status === 401 && { number: true }) }
  }
  const { message, title, code, is_transient, error_data } = parsed.output.error
  const reason = failureText(error_data.details || message || title || `The WhatsApp Cloud API answered ${status}`, code)
  const known = sendErrorOf(code)
  const named = { reason, ...(code !== null && { code }) }
  if (known?.besides === 'number' || status === 401) return { ...named, next: 'give up', number: true }
  const isPassing = known ? known.again === 'self' : is_transient || status === 429 || status >= 500
  return { ...named, next: isPassing ? 'retry' : 'give up', ...wait }
}

function addressOf({ settings: { chatCloudUrl } }: Cloud, path: string): string | null {
  if (path.startsWith('/')) return chatCloudUrl + path
  const url = parseUrl(path)
  // The request has a token: https only, or the configured address.
  return url && (url.protocol === 'https:' || url.origin === new URL(chatCloudUrl).origin) ? url.href : null
}

/** Returns the number's token, or a Refusal. */
function tokenOf(cloud: Cloud, { access_token }: Caller): string | Refusal {
  if (!access_token) return { reason: 'This number has no access token', next: 'give up', number: true }
  try {
    return openCredential(cloud, access_token)
  } catch (error) {
    if (error instanceof UnreadableSecret) return { reason: unreadableReason, next: 'give up', number: true }
    throw error
  }
}

/** Sends with the number's token and parses by `read`; a Refusal for any error. */
async function send<T>(cloud: Cloud, caller: Caller, request: GraphRequest, read: (result: Response) => Promise<T>) {
  const { method, path, body, once = false, within = 30_000 } = request
  const url = addressOf(cloud, path)
  const token = tokenOf(cloud, caller)
  if (isRefusal(token)) return token
  if (!url) return { reason: 'The WhatsApp Cloud API named an address that is not safe', next: 'give up' } satisfies Refusal
  try {
    const result = await outgoing(url, { method, headers: { authorization: `Bearer ${token}` }, body, within })
    if (result.ok) return await read(result)
    const problem: unknown = await result.json().catch(() => null)
    return refusalOf(result.status, problem, result.headers.get('retry-after'), once)
  } catch (error) {
    return networkRefusal(error, once)
  }
}

/** Returns parsed JSON, or a Refusal. With `once`, a response of another shape is 'unknown'. */
export async function requestJson<const S extends v.GenericSchema>(
  cloud: Cloud,
  caller: Caller,
  request: GraphRequest,
  schema: S,
): Promise<v.InferOutput<S> | Refusal> {
  const text = await send(cloud, caller, request, (response) => response.text())
  if (isRefusal(text)) return text
  const odd = { reason: 'The WhatsApp Cloud API gave an answer that was not understood' }
  try {
    const result: unknown = JSON.parse(text)
    const parsed = v.safeParse(schema, result)
    if (parsed.success) return parsed.output
    // An error under the status of success is one all the same.
    if (v.is(failure, result)) return refusalOf(200, result, null, true)
    return { ...odd, next: request.once ? 'unknown' : 'give up' }
  } catch {
    // A page of a gateway.
    return { ...odd, next: request.once ? 'unknown' : 'retry' }
  }
}

/** Initial buffer for responses without a length, in bytes. */
const firstPiece = 65_536

/** Downloads from an address of the Cloud API, at most `max` bytes, or returns a Refusal. */
export async function download(cloud: Cloud, caller: Caller, url: string, max: number): Promise<Uint8Array | Refusal> {
  return send(cloud, caller, { method: 'GET', path: url, within: 60_000 }, async ({ body, headers }): Promise<Uint8Array | Refusal> => {
    const tooLarge: Refusal = { reason: `The file has more than ${max} bytes`, next: 'give up' }
    if (Number(headers.get('content-length') ?? 0) > max) return tooLarge
    // Written in place: joining pieces in the end would need twice the memory.
    let content = Buffer.allocUnsafe(Number(headers.get('content-length') ?? 0) || firstPiece)
    let size = 0
    if (body)
      for await (const chunk of body) {
        const begin = size
        size += chunk.byteLength
        if (size > max) return tooLarge
        if (size > content.length) content = Buffer.concat([content], Math.min(max, Math.max(size, 2 * content.length)))
        content.set(chunk, begin)
      }
    return content.subarray(0, size)
  })
}
