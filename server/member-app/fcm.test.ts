import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { readServiceAccount, type ServiceAccount } from '#server/platform/settings/service-account.ts'
import { type FcmAnswer, type FcmSink, startFcmSink } from '#tests/support/fcm-sink.ts'
import { freePort } from '#tests/support/ports.ts'
import { createFcm, type FcmMessage } from './fcm.ts'

const sink: FcmSink = await startFcmSink()
afterAll(() => sink.close())
afterEach(() => {
  sink.answer = () => ({ status: 200 })
  sink.tokenAnswer = { status: 200 }
})

function accountOf(key: string): ServiceAccount {
  const account = readServiceAccount(key)
  if (!account) throw new Error('no key')
  return account
}
const account = accountOf(sink.key)
const message: FcmMessage = { token: 'phone', ref: 'r1', title: 'Judul', body: 'Isi', image: null, data: { kind: 'none' } }
const resultOf = (answer: FcmAnswer) => {
  sink.answer = () => answer
  return createFcm(account).send(message)
}

describe('createFcm', () => {
  it('a message carries its ref, and the access token is asked for once', async () => {
    const fcm = createFcm(account)
    const before = sink.tokensIssued()
    const results = await Promise.all(Array.from({ length: 20 }, () => fcm.send({ ...message, image: 'https://a.test/b.png' })))
    expect(results.every(({ kind }) => kind === 'accepted')).toBe(true)
    expect(sink.tokensIssued()).toBe(before + 1)
    expect(sink.sent.at(-1)).toMatchObject({
      token: 'phone',
      notification: { title: 'Judul', body: 'Isi' },
      data: { ref: 'r1', kind: 'none' },
    })
  })

  it('404 retires a token by the code UNREGISTERED alone: another one is held (vector 16)', async () => {
    expect(await resultOf({ status: 404, code: 'UNREGISTERED' })).toEqual({ kind: 'unregistered' })
    expect(await resultOf({ status: 404 })).toMatchObject({ kind: 'held', why: 'address' })
    expect(await resultOf({ status: 404, code: 'NOT_FOUND' })).toMatchObject({ kind: 'held', why: 'address' })
    expect(await resultOf({ status: 400, code: 'UNREGISTERED' })).toMatchObject({ kind: 'refused' })
  })

  it('429 and 503 wait for what they ask, and at least ten seconds', async () => {
    const wait = async (status: number, retryAfter?: string) => {
      const result = await resultOf({ status, headers: retryAfter ? { 'retry-after': retryAfter } : {} })
      return result.kind === 'busy' ? result.wait : result.kind
    }
    expect(await wait(429)).toBe(10_000)
    expect(await wait(503, '3')).toBe(10_000)
    expect(await wait(503, '42')).toBe(42_000)
    expect(await wait(503, new Date(Date.now() + 120_000).toUTCString())).toBeGreaterThan(100_000)
    expect(await wait(503, 'soon')).toBe(10_000)
    expect(await wait(500)).toBe(10_000)
  })

  it('401 and 403 are held for a person; another sender and a bad message concern one device', async () => {
    for (const status of [401, 403]) expect(await resultOf({ status })).toMatchObject({ kind: 'held', why: 'credentials' })
    expect(await resultOf({ status: 403, code: 'SENDER_ID_MISMATCH' })).toMatchObject({ kind: 'refused', reason: '403 SENDER_ID_MISMATCH' })
    expect(await resultOf({ status: 400, code: 'INVALID_ARGUMENT' })).toMatchObject({ kind: 'refused' })
  })

  it('a token that was revoked before its time is renewed once', async () => {
    const fcm = createFcm(account)
    await fcm.send(message)
    const before = sink.tokensIssued()
    sink.revoke()
    const results = await Promise.all(Array.from({ length: 10 }, () => fcm.send(message)))
    expect(results.map(({ kind }) => kind)).toEqual(results.map(() => 'accepted'))
    expect(sink.tokensIssued()).toBe(before + 1)
  })

  it('a key that Google refuses is held, and a busy token address waits', async () => {
    sink.tokenAnswer = { status: 400 }
    expect(await createFcm(account).send(message)).toMatchObject({ kind: 'held', why: 'credentials' })
    sink.tokenAnswer = { status: 503 }
    expect(await createFcm(account).send(message)).toMatchObject({ kind: 'busy' })
    const unreadable = { ...account, private_key: 'PRIVATE KEY of nobody' }
    expect(await createFcm(unreadable).send(message)).toMatchObject({ kind: 'held', why: 'credentials' })
  })

  it('no connection sent nothing, and one that is cut may have', async () => {
    expect(await createFcm({ ...account, fcm_url: `http://127.0.0.1:${await freePort()}` }).send(message)).toMatchObject({ kind: 'busy' })
    expect(await resultOf({ status: 200, cut: true })).toMatchObject({ kind: 'unknown' })
  })
})

describe('readServiceAccount', () => {
  it('reads JSON alone, and never throws', () => {
    expect(account).toMatchObject({ project_id: 'lapangan-test' })
    for (const wrong of ['', '{}', '{', '/no/such/file', JSON.stringify({ ...account, project_id: '../x' })]) {
      expect(readServiceAccount(wrong), wrong).toBeNull()
    }
    expect(accountOf(JSON.stringify({ project_id: 'a', client_email: 'a@b', private_key: 'PRIVATE KEY' }))).toMatchObject({
      token_uri: 'https://oauth2.googleapis.com/token',
      fcm_url: 'https://fcm.googleapis.com',
    })
  })
})
