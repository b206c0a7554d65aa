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

it('asks again after a broken connection, and gives the file unread', async () => {
  const network = answers(new TypeError('Failed to fetch'), new Response('content'))
  const answer = await fetchFile('/files/a/b.txt', { signal, retries: 2 })
  expect(await answer.text()).toBe('content')
  expect(network).toHaveBeenCalledTimes(2)
})

it('gives the words of a refusal', async () => {
  const network = answers(Response.json({ message: 'You may not' }, { status: 403 }))
  const answer = await fetchFile('/files/a/b.txt', { signal, retries: 2 })
  expect([answer.status, await answer.json()]).toEqual([403, { message: 'You may not' }])
  expect(network).toHaveBeenCalledTimes(1)
})

it('fails when there was no answer', async () => {
  const network = answers(new TypeError('Failed to fetch'))
  await expect(fetchFile('/files/a/b.txt', { signal, retries: 0 })).rejects.toThrow('Failed to fetch')
  expect(network).toHaveBeenCalledTimes(1)
})
