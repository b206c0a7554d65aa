import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { transaction } from '#contract/sections/sales/transaction.ts'
import { json, openBrowser } from '#tests/support/test-browser.ts'
import { openContent } from '../text/open-content.ts'
import { PrivateFile } from './private-file.tsx'

// Static rendering reads the stores as they are.
vi.mock('react', async (original) => ({
  ...(await original<object>()),
  useSyncExternalStore: <T,>(_subscribe: unknown, read: () => T) => read(),
}))

const browser = openBrowser()
const file = { url: `${transaction.path}/x/proofs/${'a'.repeat(64)}/bukti.png`, name: 'bukti.png', size: 1, type: 'image/png' }

it('a private file is a button with its name, not a link without a session', () => {
  browser.answer(() => json({}))
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <PrivateFile section={transaction} file={file} />
    </QueryClientProvider>,
  )
  expect(markup).toContain('>bukti.png</span>')
  expect(markup).toMatch(/^<button/)
  expect(markup).not.toMatch(/href=|src=/)
})

it('a tab opened for a file shows it, and is closed on failure', async () => {
  const tab = { location: { href: '' }, close: vi.fn() }
  vi.stubGlobal('window', { open: () => tab })
  const failed = vi.fn()
  await openContent(async () => new Blob(['x']), 'image/png', failed)
  expect(tab.location.href).toMatch(/^blob:/)
  await openContent(() => Promise.reject(new Error('gone')), 'image/png', failed)
  expect([tab.close.mock.calls.length, failed.mock.calls.length]).toEqual([1, 1])
  vi.unstubAllGlobals()
})
