import { describe, expect, it } from 'vitest'
import { firstPage } from '#contract/kit/field/list-query.ts'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { forYou } from '#contract/sections/content/for-you.ts'
import { bank } from '#contract/sections/settings/bank.ts'
import { stagePiece } from '#contract/uploads.ts'
import { buildRequest } from './build-request.ts'
import { unknownConfig } from './read-config.ts'

const config = { ...unknownConfig, hosts: { ...unknownConfig.hosts, main: 'https://api.test/' } }

describe('a request', () => {
  it('has body and type by its call', () => {
    const body = { bank_name: 'BCA' }
    const json = buildRequest(sectionCall(bank, 'create'), { body }, config)
    expect([json.body, json.headers]).toEqual(['{"bank_name":"BCA"}', { 'Content-Type': 'application/json' }])
    const piece = new Blob(['x'])
    const bytes = buildRequest(stagePiece, { params: { sha256: 'a' }, body: piece }, config)
    expect([bytes.body, bytes.headers]).toEqual([piece, { 'Content-Type': 'application/octet-stream' }])
    const form = new FormData()
    const multipart = buildRequest(sectionCall(forYou, 'create'), { body: form }, config)
    expect([multipart.body, multipart.headers]).toEqual([form, {}])
    expect(() => buildRequest(sectionCall(forYou, 'create'), { body }, config)).toThrow('was not made')
    expect(buildRequest(stagePiece, { params: { sha256: 'a' }, body: 'text' }, config).body).toBeNull()
  })

  it('that asks has no body, and its query in the address', () => {
    const asked = buildRequest(
      sectionCall(bank, 'list'),
      { list: { ...firstPage, size: 1, search: 'a b' }, query: { x: 1, y: null }, body: {} },
      config,
    )
    expect([asked.method, asked.body, asked.headers]).toEqual(['GET', null, {}])
    expect(asked.url).toMatch(/^https:\/\/api\.test\/transaction\/in\/v1\/banks\?size=1&query=search%3Aa\+b&x=1$/)
  })

  it('that deletes names its records', () => {
    expect(buildRequest(sectionCall(bank, 'remove'), { body: ['r1'] }, config).body).toBe('{"ids":["r1"]}')
    expect(buildRequest(sectionCall(bank, 'remove'), {}, config).body).toBe('{"ids":[]}')
  })
})
