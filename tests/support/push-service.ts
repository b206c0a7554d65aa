/**
 * A push service with subscribed browsers: accepts pushes and decrypts them with the browser's keys (RFC 8291, aes128gcm), so that a test
 * can read them.
 */
import { createDecipheriv, createECDH, createPublicKey, createVerify, type ECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { freePort } from './ports.ts'

export interface Pushed {
  /** Decrypted text. */
  text: string
  payload: unknown
  headers: IncomingMessage['headers']
  /** Of the VAPID token, with a valid signature. */
  claims: { aud: string; exp: number; sub: string }
}

export interface PushBrowser {
  endpoint: string
  p256dh: string
  auth: string
  /** In order of arrival. */
  pushes: Pushed[]
  /** Resolves once so many pushes have arrived. */
  received(count: number): Promise<Pushed[]>
  /** Response to further pushes; initially 201. */
  answer(status: number, headers?: Readonly<Record<string, string>>): void
}

export interface PushService {
  url: string
  subscribe(): PushBrowser
  close(): Promise<void>
}

const unpack = (length: number, secret: Buffer, salt: Buffer, info: Buffer | string) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))

/** Decrypts the only record of a push. */
function decrypt(body: Buffer, keys: ECDH, auth: Buffer): string {
  const salt = body.subarray(0, 16)
  const idLength = body.readUInt8(20)
  const sender = body.subarray(21, 21 + idLength)
  const sealed = body.subarray(21 + idLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender])
  const secret = unpack(32, keys.computeSecret(sender), auth, info)
  const key = unpack(16, secret, salt, 'Content-Encoding: aes128gcm\0')
  const nonce = unpack(12, secret, salt, 'Content-Encoding: nonce\0')
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8')
}

/** Claims of a VAPID header; throws on an invalid signature. */
function claimsOf(authorization: string): Pushed['claims'] {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(\S+)$/.exec(authorization) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const part = (from: number) => point.subarray(from, from + 32).toString('base64url')
  const known = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: part(1), y: part(33) }, format: 'jwk' })
  const signed = createVerify('sha256').update(`${head}.${claims}`)
  const right = signed.verify({ key: known, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))
  if (!right) throw new Error('the VAPID signature is wrong')
  return JSON.parse(Buffer.from(claims, 'base64url').toString())
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

export async function startPushService(): Promise<PushService> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const taken = new Map<string, (request: IncomingMessage) => Promise<{ status: number; headers: Readonly<Record<string, string>> }>>()
  const server = createServer((request, response) => {
    const take = taken.get(request.url ?? '')
    const answered = take ? take(request) : Promise.resolve({ status: 404, headers: {} })
    answered.then(
      ({ status, headers }) => response.writeHead(status, headers).end(),
      (error: unknown) => response.writeHead(400).end(String(error)),
    )
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  return {
    url,
    subscribe() {
      const keys = createECDH('prime256v1')
      keys.generateKeys()
      const auth = randomBytes(16)
      const path = `/push/${randomBytes(12).toString('hex')}`
      const pushes: Pushed[] = []
      let waiting: (() => void)[] = []
      let now: { status: number; headers: Readonly<Record<string, string>> } = { status: 201, headers: {} }
      taken.set(path, async (request) => {
        const claims = claimsOf(request.headers.authorization ?? '')
        const text = decrypt(await bodyOf(request), keys, auth)
        const payload: unknown = JSON.parse(text)
        pushes.push({ text, payload, headers: request.headers, claims })
        for (const notify of waiting) notify()
        waiting = []
        return now
      })
      return {
        endpoint: url + path,
        p256dh: keys.getPublicKey().toString('base64url'),
        auth: auth.toString('base64url'),
        pushes,
        async received(count) {
          while (pushes.length < count) await new Promise<void>((notify) => waiting.push(notify))
          return pushes.slice(0, count)
        },
        answer(status, headers = {}) {
          now = { status, headers }
        },
      }
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
