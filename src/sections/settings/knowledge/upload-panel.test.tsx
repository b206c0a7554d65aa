// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeAll, expect, it, vi } from 'vitest'
import { ApiError } from '#console/data/api/api-error.ts'
import { connectionStore } from '#console/data/api/connection.ts'
import { sessionStore } from '#console/data/api/session.ts'
import { loadMessages, loadSectionWords, setLocale } from '#console/i18n/i18n.ts'
import type { Permission } from '#contract/kit/field/permission.ts'
import { syncHeaders } from '#contract/sync.ts'
import { UploadPanel } from './upload-panel.tsx'
import { addUploads } from './uploads.ts'

interface Sending {
  mutation: string
  refuse: (error: Error) => void
}
const { sendings } = vi.hoisted(() => ({ sendings: [] as Sending[] }))
vi.mock('#console/data/api/request.ts', () => ({
  request: (_call: unknown, { headers }: { headers: Record<string, string> }) =>
    new Promise((_resolve, reject) => sendings.push({ mutation: headers[syncHeaders.key] ?? '', refuse: reject })),
}))

const again = () => document.querySelector<HTMLButtonElement>('[aria-label="Upload biaya.txt again"]')
const row = () => document.querySelector('li')
const refuse = (status: number) => act(async () => sendings.at(-1)?.refuse(new ApiError('Refused', status, 'invalid')))

beforeAll(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  await setLocale('en')
  await Promise.all([loadMessages(['kit', 'forms']), loadSectionWords('knowledge')])
})

it('an upload keeps its row and its button while it is sent again, and is another change after a refusal', async () => {
  connectionStore.set('online')
  const permissions: Permission[] = ['get bot-setting', 'create bot-setting']
  const user = { id: 1, ref: 'ref-1', name: 'Rina', email: 'rina@lapangan.test' }
  sessionStore.set((old) => ({ ...old, status: 'signed-in', session: { token: '', roles: [], permissions, roleRead: [], user } }))
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  await act(async () => root.render(<UploadPanel />))
  await act(async () => addUploads([new File(['Biaya'], 'biaya.txt')]))
  expect(again()).toBeNull()
  await refuse(422)
  const [line, button] = [row(), again()]
  expect(button).not.toBeNull()
  await act(async () => button?.click())
  expect([row(), again(), again()?.getAttribute('aria-busy')]).toEqual([line, button, 'true'])
  await refuse(422)
  expect([row(), again(), again()?.getAttribute('aria-busy')]).toEqual([line, button, null])
  expect(new Set(sendings.map(({ mutation }) => mutation)).size).toBe(2)
  await act(async () => root.unmount())
})
