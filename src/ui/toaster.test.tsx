// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { toast } from 'sonner'
import { beforeAll, expect, it, vi } from 'vitest'
import { useComposerCounted } from './hooks/open-composers.ts'
import { Toaster } from './toaster.tsx'

beforeAll(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
})

function Composer() {
  useComposerCounted()
  return null
}

const page = (isChatOpen: boolean) => (
  <>
    <Toaster label="Messages" closeLabel="Close" theme="light" dir="ltr" />
    {isChatOpen && <Composer />}
  </>
)

it('a message that came before a chat was opened leaves the place of its composer', async () => {
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  const show = (isChatOpen: boolean) => act(async () => root.render(page(isChatOpen)))
  const place = () =>
    vi.waitFor(() => {
      const shown = document.querySelector('[data-sonner-toast]')?.getAttribute('data-y-position')
      expect(shown).toBeTruthy()
      return shown
    })
  await show(false)
  await act(async () => void toast('Saved', { duration: Number.POSITIVE_INFINITY }))
  expect(await place()).toBe('bottom')
  await show(true)
  expect(await place()).toBe('top')
  await show(false)
  expect(await place()).toBe('bottom')
  await act(async () => root.unmount())
})
