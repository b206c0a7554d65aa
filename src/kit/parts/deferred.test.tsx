// @vitest-environment happy-dom
import { act, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeAll, expect, it, vi } from 'vitest'
import { reportReached } from '#console/data/api/connection.ts'
import { deferred } from './deferred.tsx'

beforeAll(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
})

it('a piece whose code cannot be fetched leaves its screen as it is, and comes once the server answers', async () => {
  const failure = new TypeError('Failed to fetch dynamically imported module')
  const load = vi.fn<() => Promise<(props: { name: string }) => string>>()
  load.mockRejectedValueOnce(failure).mockRejectedValueOnce(failure)
  load.mockResolvedValue(({ name }) => `piece of ${name}`)
  const Piece = deferred(load)
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  await act(async () =>
    root.render(
      <Suspense>
        screen <Piece name="documents" />
      </Suspense>,
    ),
  )
  expect(host.textContent).toBe('screen ')
  await act(async () => {
    reportReached()
  })
  expect(host.textContent).toBe('screen piece of documents')
  await act(async () => root.unmount())
})
