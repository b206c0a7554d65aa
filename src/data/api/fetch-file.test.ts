import { afterEach, expect, it, vi } from 'vitest'
import { fetchFile } from './fetch-file.ts'

const signal = new AbortController().signal
const answers = (...list: (Response | Error)[]) => {
  const network = vi.fn(async () => {
    const next = list.shift()
    if (next instanceof Response) return next
    throw next
  })
  vi.stubGlobal('fetch', network)
  return network
}

afterEach(() => vi.unstubAllGlobals())

it('fetchFile retries after a broken connection, and returns the response unread', async () => {
  const network = answers(new TypeError('Failed to fetch'), new Response('content'))
  const answer = await fetchFile('/files/a/b.txt', { signal, retries: 2 })
  expect(await answer.text()).toBe('content')
  expect(network).toHaveBeenCalledTimes(2)
})

it('fetchFile returns a refusal with its words', async () => {
  const network = answers(Response.json({ message: 'You may not' }, { status: 403 }))
  const answer = await fetchFile('/files/a/b.txt', { signal, retries: 2 })
  expect([answer.status, await answer.json()]).toEqual([403, { message: 'You may not' }])
  expect(network).toHaveBeenCalledTimes(1)
})

it('fetchFile throws without a response', async () => {
  const network = answers(new TypeError('Failed to fetch'))
  await expect(fetchFile('/files/a/b.txt', { signal, retries: 0 })).rejects.toThrow('Failed to fetch')
  expect(network).toHaveBeenCalledTimes(1)
})
