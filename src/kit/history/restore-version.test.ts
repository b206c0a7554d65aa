import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { request } from '#console/data/api/request.ts'
import { postMessage } from '#console/data/base/messages.ts'
import { setLocale } from '#console/i18n/i18n.ts'
import { confirm } from '#console/ui/confirm.ts'
import type { HistoryEntry } from '#contract/kit/section/history.ts'
import { post } from '#contract/sections/content/post.ts'
import { setAll } from '../actions/actions.ts'
import { restoredValues, restoreVersion } from './restore-version.ts'

vi.mock('#console/data/api/request.ts', () => ({ request: vi.fn() }))
vi.mock('#console/ui/confirm.ts', () => ({ confirm: vi.fn() }))
vi.mock('#console/data/base/messages.ts', async (original) => ({ ...(await original<object>()), postMessage: vi.fn() }))
vi.mock('../actions/actions.ts', () => ({ setAll: vi.fn() }))

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} })
  await setLocale('en')
})
afterAll(() => vi.unstubAllGlobals())
beforeEach(() => vi.clearAllMocks())

const stored = (name: string) => ({ url: `/files/${name}/${name}.png`, name: `${name}.png`, size: 1, type: 'image/png' })
const record = {
  ...{ id: 1, ref: 'one', version: 7, created_at: '', created_by: null, updated_at: '', updated_by: null },
  ...{
    title: 'Salah',
    body: '<p>Salah</p>',
    slug: 'laporan',
    type: 'article',
    status: 'publish',
    published_at: '2026-03-01T02:00:00.000Z',
  },
  ...{ hashtags: ['satu'], cover: stored('b'), video: null, meta_title: 'Meta', is_breakout: false },
}

it('a version is saved again in the fields in which it differs', () => {
  const { hashtags: _, ...same } = record
  const version = { ...same, version: 2, title: 'Benar', body: '<p>Benar</p>', hashtags: [], meta_title: null }
  expect(restoredValues(post, record, version)).toEqual({ title: 'Benar', body: '<p>Benar</p>', hashtags: [], meta_title: null })
  expect(restoredValues(post, record, record)).toEqual({})
})

it('restoring a version neither publishes nor withdraws, and keeps fields missing in the version', () => {
  expect(restoredValues(post, record, { title: 'Benar', status: 'draft', published_at: null })).toEqual({ title: 'Benar' })
})

it('a picture of a version is sent by its address, although it is stored already', () => {
  expect(restoredValues(post, record, { ...record, cover: stored('a') })).toEqual({ cover: { ...stored('a'), again: true } })
  expect(restoredValues(post, record, { ...record, cover: null })).toEqual({ cover: null })
})

const entry: HistoryEntry = {
  ...{ id: 1, version: 2, action: 'update', changes: {}, mutation: null },
  ...{ created_at: '2026-03-01T02:00:00.000Z', created_by: 'Sari', user: 1 },
}
const version = { ...record, version: 2, title: 'Benar' }

it('restoreVersion reads the version, names the fields in its question, and saves them over what is shown', async () => {
  vi.mocked(request).mockResolvedValue({ data: version })
  vi.mocked(confirm).mockResolvedValue(true)
  await restoreVersion(post, record, entry)
  expect(vi.mocked(request).mock.calls).toMatchObject([[{ name: 'post.revision' }, { params: { id: 'one', version: 2 } }]])
  expect(confirm).toHaveBeenCalledTimes(1)
  expect(setAll).toHaveBeenCalledExactlyOnceWith(post, [record], { title: 'Benar' })
})

it('restoreVersion saves nothing when the person says no, and asks nothing of a version that is the same', async () => {
  vi.mocked(request).mockResolvedValueOnce({ data: version })
  vi.mocked(confirm).mockResolvedValue(false)
  await restoreVersion(post, record, entry)
  vi.mocked(request).mockResolvedValueOnce({ data: record })
  await restoreVersion(post, record, entry)
  expect(confirm).toHaveBeenCalledTimes(1)
  expect(setAll).not.toHaveBeenCalled()
  expect(vi.mocked(postMessage).mock.calls).toMatchObject([[{ kind: 'info' }]])
})

it('restoreVersion says why a version could not be read', async () => {
  vi.mocked(request).mockRejectedValue(new Error('broken'))
  await restoreVersion(post, record, entry)
  expect(vi.mocked(postMessage).mock.calls).toMatchObject([[{ kind: 'error' }]])
})
