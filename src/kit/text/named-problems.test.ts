import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { loadMessages, loadSectionWords, setLocale } from '#console/i18n/i18n.ts'
import { namedProblems } from './named-problems.ts'

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} })
  await setLocale('en')
  await loadMessages(['kit', 'sections', 'forms'])
  await loadSectionWords('newsletter')
})
afterAll(() => vi.unstubAllGlobals())

const wrong = { code: 'file_type', message: 'This kind of file is not accepted' } as const

it('a problem names its field as the form does, not by its path', () => {
  expect(namedProblems('newsletter', { 'attachments.0': wrong, 'attachments.3': wrong })).toEqual([
    'Attachments: This kind of file is not accepted',
  ])
  expect(namedProblems('unknown', { 'sections.0.lessons.2.video': wrong })).toEqual(['Video: This kind of file is not accepted'])
})
