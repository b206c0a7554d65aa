/** Signed requests to a bucket (S3's REST API, in the form that servers of others understand as well). */
import { createHash } from 'node:crypto'
import { AwsV4Signer } from 'aws4fetch'
import { yieldToEventLoop } from '../../core/event-loop.ts'
import { outgoing } from '../../core/outgoing.ts'
import type { BucketAddress } from '../../settings/bucket-address.ts'
import { StorageError, type StorageProblem } from './storage-error.ts'

export interface BucketRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Key below the bucket; '' is the bucket itself. */
  key: string
  query?: Readonly<Record<string, string>>
  headers?: Readonly<Record<string, string>>
  body?: Uint8Array<ArrayBuffer>
  /** Bytes that come back, beside the answer itself. */
  expected?: number
}

export interface Patience {
  /** Milliseconds after which a bucket that says nothing is not there. */
  silence: number
  /** Bytes in a millisecond on a slow line, which are given further time. */
  rate: number
}

export const defaultPatience: Patience = { silence: 10_000, rate: 200 }

const refusals = new Set(['NoSuchBucket', 'AuthorizationHeaderMalformed', 'PermanentRedirect', 'InvalidBucketName'])
const shortages = new Set(['QuotaExceeded', 'XMinioStorageFull', 'XMinioAdminBucketQuotaExceeded', 'InsufficientStorage', 'StorageFull'])

/** Text of the first element of a name. Answers are ours or the bucket's: keys have no letters that XML escapes. */
export function elementOf(xml: string, name: string): string | null {
  const begin = xml.indexOf(`<${name}>`)
  const end = begin < 0 ? -1 : xml.indexOf(`</${name}>`, begin)
  return end < 0 ? null : xml.slice(begin + name.length + 2, end)
}

function problemOf(status: number, code: string): StorageProblem {
  if (status === 507 || shortages.has(code)) return 'full'
  return status === 401 || status === 403 || refusals.has(code) ? 'refused' : 'unavailable'
}

/** Bytes that are hashed at once: a few milliseconds. */
const hashedAtOnce = 1_000_000

/** Step by step, because other requests wait; `crypto.subtle` would copy the whole. */
async function hashOf(body: Uint8Array): Promise<string> {
  const hash = createHash('sha256')
  for (let at = 0; at < body.length; at += hashedAtOnce) {
    hash.update(body.subarray(at, at + hashedAtOnce))
    if (body.length > hashedAtOnce) await yieldToEventLoop()
  }
  return hash.digest('hex')
}

export class BucketRequests {
  readonly #keys = new Map<string, ArrayBuffer>()

  constructor(
    readonly address: BucketAddress,
    readonly patience: Patience,
  ) {}

  /** Returns the answer, or null for a key that the bucket says it has not. Throws StorageError. */
  async send({ method, key, query = {}, headers = {}, body, expected = 0 }: BucketRequest): Promise<Response | null> {
    const { url, key: accessKeyId, secret: secretAccessKey, region } = this.address
    const target = new URL(key === '' ? url : `${url}/${key}`)
    for (const [name, value] of Object.entries(query)) target.searchParams.set(name, value)
    const hash = await hashOf(body ?? new Uint8Array())
    const signer = new AwsV4Signer({
      ...{ method, url: target.href, accessKeyId, secretAccessKey, region, service: 's3', cache: this.#keys },
      headers: { ...headers, 'x-amz-content-sha256': hash },
    })
    const signed = await signer.sign()
    const response = await outgoing(signed.url.href, {
      method,
      headers: Object.fromEntries(signed.headers),
      ...(body && { body }),
      within: this.patience.silence + Math.ceil(((body?.byteLength ?? 0) + expected) / this.patience.rate),
      // Each may come twice: contents never change, and what is removed twice is removed.
      retries: 2,
    }).catch((error: unknown) => {
      throw new StorageError('unavailable', error instanceof Error ? error.message.replace(/https?:\/\/\S+/g, '') : 'no answer')
    })
    if (response.status < 300 || response.status === 416) return response
    const text = await response.text().catch(() => '')
    const code = elementOf(text, 'Code') ?? ''
    if (response.status === 404 && code === 'NoSuchKey') return null
    throw new StorageError(problemOf(response.status, code), `${response.status} ${code}`.trim())
  }
}

/** A body that breaks off is the bucket's failure. */
export async function readWhole<T>(reading: Promise<T>): Promise<T> {
  return reading.catch((error: unknown) => {
    throw new StorageError('unavailable', error instanceof Error ? error.message : 'the answer broke off')
  })
}
