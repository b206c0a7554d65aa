import { afterEach, expect, test, vi } from 'vitest'
import { firstPage } from '#contract/kit/field/list-query.ts'
import { page } from '#contract/kit/field/paging.ts'
import { member } from '#contract/sections/member/member.ts'
import { testimony } from '#contract/sections/member/testimony.ts'
import { json, openBrowser } from '#tests/support/test-browser.ts'

afterEach(() => vi.unstubAllGlobals())

const row = { id: 1, ref: 'ref-1', name: 'Sari' }

/** Members and testimonials were listed; the deletion requests answer with this status, or not at all. */
async function failing(status: number | null) {
  vi.resetModules()
  const browser = openBrowser({})
  browser.answer((url) => {
    if (url.endsWith('/config.json')) return json({ hosts: {} })
    if (!url.includes('account-deletion')) return json(page([row], 1, 10, 25))
    if (status === null) throw new TypeError('Failed to fetch')
    return json({ message: 'Something wrong' }, status)
  })
  const { queryClient } = await import('./query-client.ts')
  const { listOptions } = await import('./queries.ts')
  const { trashOptions } = await import('./trash.ts')
  for (const section of [member, testimony]) await queryClient.fetchQuery(listOptions(section, firstPage))
  const known = () => [member, testimony].map((section) => queryClient.getQueryData(listOptions(section, firstPage).queryKey)?.total_record)
  expect(known()).toEqual([25, 25])
  await expect(queryClient.fetchQuery({ ...trashOptions(member, firstPage), retry: false })).rejects.toThrow()
  return known()
}

test('deletion requests that cannot be read clear the list of members with its paging, and no other', async () => {
  expect(await failing(500)).toEqual([undefined, 25])
})

test('without a network what was read of members stays', async () => {
  expect(await failing(null)).toEqual([25, 25])
})

test('a deletion request is read by its own call, and what the list knows of it stands in meanwhile', async () => {
  vi.resetModules()
  const browser = openBrowser({})
  const asked: string[] = []
  browser.answer((url) => {
    asked.push(new URL(url, 'https://console.test').pathname)
    if (url.endsWith('/config.json')) return json({ hosts: {} })
    return json(url.includes('account-deletion/') ? { data: { ...row, deletion_reason: 'Pindah kota' } } : page([row], 1, 10, 1))
  })
  const { queryClient } = await import('./query-client.ts')
  const { trashOptions, trashedOneOptions } = await import('./trash.ts')
  await queryClient.fetchQuery(trashOptions(member, firstPage))
  const one = trashedOneOptions(member, 'ref-1')
  const { placeholderData } = one
  expect(typeof placeholderData === 'function' && placeholderData(undefined, undefined)).toMatchObject({ name: 'Sari' })
  expect(await queryClient.fetchQuery(one)).toMatchObject({ deletion_reason: 'Pindah kota' })
  expect(asked.at(-1)).toBe('/member/in/v1/account-deletion/ref-1')
})
