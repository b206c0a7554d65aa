import { expect, it } from 'vitest'
import { advance, notBegun, type UploadEvent } from './progress.ts'

const after = (...events: readonly UploadEvent[]) => events.reduce(advance, advance(notBegun, { is: 'begun' }))
const seconds = (count: number): UploadEvent[] => Array.from({ length: count }, () => ({ is: 'second' }))
const sent = (percent: number): UploadEvent => ({ is: 'sent', percent })

it('progress is the upload from 0 to 50, and never decreases', () => {
  expect([0, 1, 51, 99].map((percent) => after(sent(percent)).percent)).toEqual([0, 0, 25, 49])
  expect(after(sent(80), sent(20))).toMatchObject({ percent: 40, status: 'uploading' })
  expect(after(sent(40), ...seconds(3)).percent).toBe(20)
})

it('progress grows by one percent a second up to 95 while the file is saved, and ends at 100 with success', () => {
  const wanted = [
    [0, 50],
    [1, 51],
    [45, 95],
    [300, 95],
  ]
  for (const [time = 0, percent] of wanted) expect(after(sent(100), ...seconds(time))).toMatchObject({ percent, status: 'saving' })
  expect(after(sent(100), ...seconds(4), { is: 'stored' })).toEqual({ percent: 100, status: 'success', failed: false, saving: false })
  expect(after({ is: 'stored' }, ...seconds(2), { is: 'failed', offline: false })).toMatchObject({ percent: 100, status: 'success' })
})

it('progress shows a connection lost while saving, and continues when it is back', () => {
  const lost: UploadEvent = { is: 'connection', online: false }
  expect(after(sent(100), ...seconds(2), lost, ...seconds(5))).toMatchObject({ percent: 52, status: 'offline', failed: false })
  expect(after(sent(100), lost, { is: 'connection', online: true }, ...seconds(1))).toMatchObject({ percent: 51, status: 'saving' })
  expect(after(sent(100), lost, { is: 'failed', offline: true })).toMatchObject({ status: 'offline', failed: true })
  expect(after(sent(20), lost).status).toBe('uploading')
})

it('progress has an error and no words when the upload fails', () => {
  expect(after(sent(60), { is: 'failed', offline: false })).toMatchObject({ percent: 30, status: null, failed: true })
  expect(after(sent(60), { is: 'failed', offline: false }, { is: 'begun' })).toMatchObject({
    percent: 0,
    status: 'uploading',
    failed: false,
  })
})
