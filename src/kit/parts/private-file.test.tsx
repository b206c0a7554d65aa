import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { transaction } from '#contract/sections/sales/transaction.ts'
import { json, openBrowser } from '#tests/support/test-browser.ts'
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
