import { describe, expect, it } from 'vitest'
import { syncHeaders } from '#contract/sync.ts'
import { testRow } from '#tests/support/test-row.ts'
import type { WireRequest } from './build-request.ts'
import { readLine, toEntry } from './replay-request.ts'

const row = testRow({ seq: 1, id: 'm1', touches: ['r1', 'r2'], base: { version: 1, values: {} } })
const request: WireRequest = { method: 'PUT', url: 'https://api.test/a/r1', headers: {}, body: '{"a":1}', reply: 'record' }
const entry = (values: Partial<WireRequest>, of = row, after: string[] = []) =>
  toEntry(of, { ...request, ...values }, 'https://api.test', after)

describe('an entry', () => {
  it('is the request of its row, from the path on', () => {
    expect(entry({})).toEqual({ id: 'm1', method: 'PUT', path: '/a/r1', body: '{"a":1}', follow: 'r1' })
    expect(entry({ body: null, method: 'DELETE' })).toEqual({ id: 'm1', method: 'DELETE', path: '/a/r1', follow: 'r1' })
    expect([entry({ method: 'POST' }).method, entry({ method: 'GET' }).method]).toEqual(['POST', 'GET'])
    expect(() => entry({ method: 'PATCH' })).toThrow('PATCH')
  })

  it('has fields, version and what it comes behind', () => {
    const headers = { [syncHeaders.mask]: 'a,b', [syncHeaders.ifMatch]: '"3"' }
    expect(entry({ headers }, row, ['m0'])).toMatchObject({ mask: 'a,b', if_match: '"3"', after: ['m0'] })
    // A mask that names nothing is not none.
    expect(entry({ headers: { [syncHeaders.mask]: '' } }).mask).toBe(',')
  })

  it('follows the version of its record where it is an edit of what was seen', () => {
    expect(entry({}, { ...row, base: null })).not.toHaveProperty('follow')
    expect(entry({}, { ...row, action: 'create' })).not.toHaveProperty('follow')
    expect(entry({}, { ...row, touches: [] })).not.toHaveProperty('follow')
  })

  it('has a form as text, and takes no file', () => {
    const form = new FormData()
    form.append('name', 'Budi & Co')
    form.append('file', new File(['x'], 'a.png'))
    expect(entry({ body: form })).toMatchObject({ encoding: 'form', body: 'name=Budi+%26+Co&file=a.png' })
    expect(() => entry({ body: new Blob(['x']) })).toThrow('by itself')
  })
})

describe('a line', () => {
  const line = { id: 'm1', status: 429, echo: 'm1', retry_after: 7, body: '{"code":"x"}' }

  it('is the answer of the request of its row', () => {
    const read = readLine(JSON.stringify(line))
    expect(read).toMatchObject({ id: 'm1', response: { status: 429, body: { code: 'x' } } })
    expect([read?.response.headers.get(syncHeaders.echo), read?.response.headers.get('Retry-After')]).toEqual(['m1', '7'])
    const bare = readLine(JSON.stringify({ ...line, echo: null, retry_after: null }))
    expect([...(bare?.response.headers ?? [])]).toEqual([])
  })

  it('of somebody else is none', () => {
    for (const other of [{ ...line, id: 1 }, { ...line, status: '429' }, { ...line, body: null }, [line], 'text'])
      expect(readLine(JSON.stringify(other))).toBeNull()
    expect(readLine('<html>')).toBeNull()
  })
})
