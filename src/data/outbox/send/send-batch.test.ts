import { describe, expect, test } from 'vitest'
import { editOf, kindsOf, openTransport, respond, words } from '#tests/support/test-transport.ts'
import type { OutboxRow } from '../row/types.ts'

const line = (row: OutboxRow, status: number, body: unknown = { message: 'ok' }, echo: string | null = row.id) =>
  `${JSON.stringify({ id: row.id, status, echo, retry_after: null, body: JSON.stringify(body) })}\n`

/** One that answers a request of many with these lines. */
const lines = (...text: string[]) =>
  openTransport((_, { onText }) => {
    for (const each of text) onText?.(each)
    return respond(200, '')
  })

describe('many rows', () => {
  const [a, b, c] = [editOf('m1'), editOf('m2'), editOf('m3')]

  test('go in one request in their order, each with what it must not overtake', async () => {
    const later = editOf('m3', { touches: ['m1'], params: { id: 'm1' }, base: { version: 4, values: {} } })
    const { send, requests } = lines(line(a, 200), line(b, 422, words), line(later, 200))
    expect(kindsOf(await send(a, b, later))).toEqual([
      ['m1', 'done'],
      ['m2', 'parked'],
      ['m3', 'done'],
    ])
    expect(requests).toHaveLength(1)
    const { entries } = JSON.parse(String(requests[0]?.body))
    expect(entries).toMatchObject([
      { id: 'm1', method: 'PUT', path: expect.stringMatching(/^\/.*\/m1$/), body: '{"bank_name":"BCA"}', mask: 'bank_name' },
      { id: 'm2' },
      { id: 'm3', after: ['m1'], if_match: '"4"', follow: 'm1' },
    ])
    expect(entries[1]).not.toHaveProperty('after')
  })

  test('are judged line by line, wherever the network cuts the answer; what is no line of theirs is nothing', async () => {
    const text = `<html>\n${line(editOf('other'), 200)}${line(a, 200)}${line(a, 422, words)}${line(b, 200)}`
    for (const at of [3, 30, 120, text.length - 2]) {
      expect(kindsOf(await lines(text.slice(0, at), text.slice(at)).send(a, b))).toEqual([
        ['m1', 'done'],
        ['m2', 'done'],
      ])
    }
  })

  test('that the answer has no line for are sent again, in requests of that size', async () => {
    const cut = lines(line(a, 200), line(b, 200).slice(0, 20))
    expect(kindsOf(await cut.send(a, b))).toEqual([
      ['m1', 'done'],
      ['m2', 'retry'],
    ])
    expect(cut.max()).toBe(100)
  })

  test('of a request without any answer are sent again in smaller ones, which grow when one works', async () => {
    let answers = ''
    const network = openTransport((_, { onText }) => {
      if (!answers) throw new TypeError('no line')
      onText?.(answers)
      return respond(200, '')
    })
    expect(kindsOf(await network.send(a, b, c, editOf('m4')))).toEqual(['m1', 'm2', 'm3', 'm4'].map((id) => [id, 'retry']))
    expect(network.max()).toBe(2)
    expect(network.onResponse.mock.calls).toEqual([[null, 'a.b.c']])
    answers = line(a, 200) + line(b, 200)
    await network.send(a, b)
    expect(network.max()).toBe(4)
  })

  test('of a page in place of the answer are sent again', async () => {
    const portal = openTransport(() => respond(200, '<html>'))
    expect(kindsOf(await portal.send(a, b))).toEqual([
      ['m1', 'retry'],
      ['m2', 'retry'],
    ])
    expect(portal.max()).toBe(1)
  })

  test.for([404, 405, 501])('go one by one from then on where the server answers %i', async (status) => {
    const old = openTransport(() => respond(status))
    expect(kindsOf(await old.send(a, b))).toEqual(['m1', 'm2'].map((id) => [id, status === 501 ? 'retry' : 'behind']))
    await old.send(a)
    expect(old.max()).toBe(1)
  })

  test.for([
    [401, 'auth'],
    [421, 'auth'],
    [503, 'retry'],
    [429, 'retry'],
    [413, 'behind'],
    [422, 'behind'],
    [300, 'behind'],
  ] as const)('of a request that is answered with %i are %s, because nothing is said of each', async ([status, kind]) => {
    const { send, max } = openTransport(() => respond(status))
    expect(kindsOf(await send(a, b))).toEqual([
      ['m1', kind],
      ['m2', kind],
    ])
    expect(max()).toBe(1)
  })

  test('behind one that ended the session wait for the next, and their attempt does not count', async () => {
    const { send, max } = lines(line(a, 401, words, null))
    expect(await send(a, b)).toMatchObject([
      ['m1', { kind: 'hold', why: 'auth' }],
      ['m2', { kind: 'hold', why: 'behind', error: null }],
    ])
    expect(max()).toBe(100)
  })

  test('that the server did not come to wait for the one before, or go by themselves where there is none', async () => {
    const later = editOf('m3', { touches: ['m1'] })
    const network = lines(line(a, 422, words), line(b, 424, words, null), line(later, 424, words, null))
    expect(kindsOf(await network.send(a, b, later))).toEqual([
      ['m1', 'parked'],
      ['m2', 'behind'],
      ['m3', 'behind'],
    ])
    expect([a, b, later].map(network.isSingle)).toEqual([false, true, false])
  })

  test('that cannot be sent are judged here, and what stands behind them waits', async () => {
    const unknown = editOf('m1', { call: 'bank.unknown' })
    const later = editOf('m3', { touches: ['m1'] })
    const network = lines(line(b, 200))
    expect(kindsOf(await network.send(unknown, b, later))).toEqual([
      ['m1', 'parked'],
      ['m3', 'behind'],
      ['m2', 'done'],
    ])
    expect(network.isSingle(later)).toBe(false)
    const none = lines()
    await none.send(unknown, later)
    expect(none.requests).toEqual([])
  })
})
