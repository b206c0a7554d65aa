import { decodePercent } from '#contract/lib/decode-percent.ts'
import { parseUrl } from './parse-url.ts'

export interface BucketAddress {
  /** Address of the bucket, without a slash at its end. */
  url: string
  key: string
  secret: string
  region: string
  /** Before each path: '' or ending with '/'. */
  prefix: string
}

const bucketForm = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const prefixForm = /^(?:[A-Za-z0-9_.-]+\/)*$/

/**
 * Parses `s3://KEY:SECRET@host:port/bucket/prefix?region=eu-west-1`; `s3+http://` is without TLS. Key and secret are encoded as in any
 * address. Null for anything else.
 */
export function parseBucketAddress(text: string): BucketAddress | null {
  const scheme = /^s3(\+http)?:\/\//.exec(text)
  const parsed = scheme && parseUrl(text.replace(scheme[0], scheme[1] ? 'http://' : 'https://'))
  if (!parsed?.username || !parsed.password) return null
  const [bucket = '', ...rest] = parsed.pathname.slice(1).split('/')
  const prefix = rest.filter((part) => part !== '').map((part) => `${part}/`)
  const [key, secret] = [decodePercent(parsed.username), decodePercent(parsed.password)]
  if (!bucketForm.test(bucket) || !prefixForm.test(prefix.join('')) || !key || !secret || parsed.hash) return null
  if ([...parsed.searchParams.keys()].some((name) => name !== 'region')) return null
  const region = parsed.searchParams.get('region') || 'us-east-1'
  return { url: `${parsed.origin}/${bucket}`, key, secret, region, prefix: prefix.join('') }
}
