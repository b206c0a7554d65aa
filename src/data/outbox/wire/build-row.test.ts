import { describe, expect, it } from 'vitest'
import { testRow } from '#tests/support/test-row.ts'
import type { OutboxRow, WaitingFile } from '../row/types.ts'
import { build } from './build-row.ts'
import { unknownConfig } from './read-config.ts'

const file = (field: string, key = field): WaitingFile => ({ field, key, name: 'a.png', size: 1, type: 'image/png' })
const blob = new Blob(['x'])
const built = (row: OutboxRow, stored: readonly WaitingFile[] = row.files) =>
  build(row, { config: async () => unknownConfig, files: async () => stored.map((each) => ({ file: each, blob })) })

describe('a row', () => {
  it('becomes the request of its call, on its own record and base', async () => {
    const row = testRow({ seq: 1, touches: ['r1'], params: { id: 'r1' }, patch: { bank_name: 'BCA' }, base: { version: 3, values: {} } })
    const ready = await built(row)
    if (ready.kind !== 'ready') throw new Error('it was not built')
    expect([ready.call.name, ready.section.name, ready.patch]).toEqual(['bank.update', 'bank', { bank_name: 'BCA' }])
    expect(ready.request({ bank_name: 'BNI' }, unknownConfig)).toMatchObject({
      ...{ method: 'PUT', url: '/transaction/in/v1/banks/r1', body: '{"bank_name":"BNI"}' },
      headers: { 'If-Match': '"3"' },
    })
  })

  it('that this console does not know waits for another, and says what it is', async () => {
    expect(await built(testRow({ seq: 1, call: 'bank.unknown' }))).toEqual({
      ...{ kind: 'parked', reason: 'incompatible', decided: false },
      error: { status: 0, code: 'incompatible', message: 'bank.unknown is not known here' },
    })
    expect(await built(testRow({ seq: 1, payloadVersion: 0 }))).toMatchObject({
      error: { message: 'payload version 0 of bank.update' },
    })
    expect(await built(testRow({ seq: 1, payloadVersion: 99 }))).toEqual({ kind: 'hold', why: 'newer', error: null })
  })
})

describe('files', () => {
  const content = { name: 'a.png', size: 1, type: 'image/png', content: blob }
  const row = (patch: Record<string, unknown>, ...files: WaitingFile[]) => testRow({ seq: 1, section: 'for-you', patch, files })
  const patchOf = async (of: OutboxRow, stored?: readonly WaitingFile[]) => {
    const ready = await built(of, stored)
    return ready.kind === 'ready' ? ready.patch : ready
  }

  it('stand in their fields again, also in lists', async () => {
    expect(await patchOf(row({ gambar: null, title: 'Halo' }, file('gambar')))).toEqual({ gambar: content, title: 'Halo' })
    const waiting = { waiting: 'k1', name: 'a.png', size: 1, type: 'image/png' }
    expect(await patchOf(row({ papers: [waiting, 'x'] }, file('papers.0', 'k1')))).toEqual({ papers: [content, 'x'] })
  })

  it('that are no longer on the device are asked of the person', async () => {
    const gone = { kind: 'parked', reason: 'incompatible', error: { message: 'a file of this change is no longer on the device' } }
    expect(await patchOf(row({ gambar: null }, file('gambar')), [])).toMatchObject(gone)
    const waiting = { waiting: 'other', name: 'a.png', size: 1, type: 'image/png' }
    expect(await patchOf(row({ papers: [waiting] }, file('papers.0', 'k1')))).toMatchObject(gone)
  })
})
