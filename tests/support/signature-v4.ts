/** Checks requests by AWS's Signature Version 4, written from its description with node:crypto: the product signs with another program. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

export interface SignedRequest {
  method: string
  /** As it was sent: encoded once. */
  path: string
  query: URLSearchParams
  headers: Readonly<Record<string, string | undefined>>
}

export interface Account {
  key: string
  secret: string
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

const encode = (text: string) => encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** By code point, as the description says. */
const byName = ([a, x]: [string, string], [b, y]: [string, string]) => (a === b ? (x < y ? -1 : 1) : a < b ? -1 : 1)

const form =
  /^AWS4-HMAC-SHA256 Credential=([^/,\s]+)\/(\d{8})\/([^/,\s]+)\/([^/,\s]+)\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/

/** Minutes between the clocks of both sides. */
const maxSkew = 15

/** Returns null for a right signature, or the code with which a bucket refuses it. `now` in milliseconds. */
export function findSignatureProblem({ method, path, query, headers }: SignedRequest, account: Account, now: number): string | null {
  const [, key, day, region, service, names, given] = form.exec(headers.authorization ?? '') ?? []
  const date = headers['x-amz-date'] ?? ''
  if (!names || !given) return 'AccessDenied'
  if (key !== account.key) return 'InvalidAccessKeyId'
  const signedNames = names.split(';')
  if (!['host', 'x-amz-date'].every((name) => signedNames.includes(name)) || date.slice(0, 8) !== day) return 'AccessDenied'
  const at = Date.parse(date.replace(/^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (!(Math.abs(now - at) <= maxSkew * 60_000)) return 'RequestTimeTooSkewed'
  const canonical = [
    method,
    path,
    [...query]
      .map(([name, value]): [string, string] => [encode(name), encode(value)])
      .sort(byName)
      .map((pair) => pair.join('='))
      .join('&'),
    ...signedNames.map((name) => `${name}:${(headers[name] ?? '').trim().replace(/ +/g, ' ')}`),
    '',
    names,
    headers['x-amz-content-sha256'] ?? sha256(''),
  ].join('\n')
  const scope = `${day}/${region}/${service}/aws4_request`
  const text = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n')
  const signing = [region ?? '', service ?? '', 'aws4_request'].reduce(hmac, hmac(`AWS4${account.secret}`, day ?? ''))
  return timingSafeEqual(hmac(signing, text), Buffer.from(given, 'hex')) ? null : 'SignatureDoesNotMatch'
}
