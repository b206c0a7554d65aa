import { QueryClient, QueryClientProvider, QueryObserver } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { oneOptions } from '#console/data/query/queries.ts'
import { setLocale } from '#console/i18n/i18n.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { bank } from '#contract/sections/settings/bank.ts'
import { json, openBrowser } from '#tests/support/test-browser.ts'
import { FormScreen } from './form-screen.tsx'

let retry: () => void = () => undefined
// Static rendering reads the stores as they are.
vi.mock('react', async (original) => ({
  ...(await original<object>()),
  useSyncExternalStore: <T,>(_subscribe: unknown, getSnapshot: () => T) => getSnapshot(),
}))
vi.mock('./record-form.tsx', () => ({ RecordForm: ({ record }: { record: AnyRow | null }) => <form>{String(record?.bank_name)}</form> }))
vi.mock('../../parts/retry-button.tsx', () => ({
  RetryButton: ({ onRetry }: { onRetry: () => void }) => {
    retry = onRetry
    return <button type="button" />
  },
}))

const browser = openBrowser()
beforeAll(async () => {
  Object.assign(document, { documentElement: {} })
  await setLocale('en')
})
afterAll(() => vi.unstubAllGlobals())

const read = (bank_name: string) => json({ data: { id: 7, ref: '7', version: 1, bank_name } })
const refused = (message: string) => json({ status: 503, code: 'unavailable', message }, 503)

/** Opens a record's form read as 'BCA'; `next` responds to the next read. */
async function open(next: () => Response) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })
  const observer = new QueryObserver(client, { ...oneOptions(bank, '7'), retry: false })
  browser.answer(() => read('BCA'))
  observer.subscribe(() => undefined)
  await vi.waitFor(() => expect(observer.getCurrentResult().isSuccess).toBe(true))
  browser.answer(next)
  await observer.refetch()
  return () =>
    renderToStaticMarkup(
      <QueryClientProvider client={client}>
        <FormScreen section={bank} form={() => null} id="7" search={{}} readOnly={false} />
      </QueryClientProvider>,
    )
}

it("the form shows above older values, in the server's words, why a refetch failed, and refetches at a press", async () => {
  const drawn = await open(() => refused('Sedang dirawat'))
  expect(drawn()).toMatch(/data-stale=.*Sedang dirawat.*<form>BCA<\/form>/)
  browser.answer(() => read('BCA Syariah'))
  retry()
  await vi.waitFor(() => expect(drawn()).toBe('<form>BCA Syariah</form>'))
})

it('the form shows a default message where the server sent none', async () => {
  const drawn = await open(() => new Response('<h1>Bad Gateway</h1>', { status: 502 }))
  expect(drawn()).toMatch(/data-stale=.*Something wrong.*<form>BCA/)
})

it('the form leaves a lost connection to the shell, which shows it once', async () => {
  const drawn = await open(() => {
    throw new TypeError('Failed to fetch')
  })
  expect(drawn()).toBe('<form>BCA</form>')
})
