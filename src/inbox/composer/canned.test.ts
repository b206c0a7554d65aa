import { afterEach, expect, it, vi } from 'vitest'
import { cannedTerm, cannedTitle, fetchAttachment, fillCanned, findCanned } from './canned.ts'

it('cannedTerm finds a slash that begins a word', () => {
  expect(cannedTerm('/', 1)).toEqual({ term: '', from: 0 })
  expect(cannedTerm('Halo /pay', 9)).toEqual({ term: 'pay', from: 5 })
  expect(cannedTerm('Halo\n/pay', 9)).toEqual({ term: 'pay', from: 5 })
})

it('cannedTerm ignores slashes inside a URL, a fraction or after a blank', () => {
  expect(cannedTerm('https://example.com', 19)).toBeNull()
  expect(cannedTerm('1/2', 3)).toBeNull()
  expect(cannedTerm('/pay ', 5)).toBeNull()
})

const all = [
  { ref: '1', shortcut: 'salam', title: 'Greeting', text: 'Halo {customer_name}', attachment: null },
  { ref: '2', shortcut: 'bayar', title: 'Payment', text: 'Silakan transfer', attachment: null },
  { ref: '3', shortcut: 'ok', title: 'Thanks', text: 'Salam hangat', attachment: null },
]

it('findCanned matches by shortcut first, then by title and text', () => {
  expect(findCanned(all, 'sal').map(({ ref }) => ref)).toEqual(['1', '3'])
  expect(findCanned(all, 'PAY').map(({ ref }) => ref)).toEqual(['2'])
  expect(findCanned(all, '')).toHaveLength(3)
  expect(findCanned(all, 'zzz')).toEqual([])
})

it('fillCanned replaces variables, and keeps those without a value readable', () => {
  const values = { customer_name: 'Sinta', sales_name: 'Budi', product: '' }
  expect(fillCanned('Halo {customer_name}, saya {sales_name} dari {product} {other}', values)).toBe(
    'Halo Sinta, saya Budi dari {product} {other}',
  )
  expect(fillCanned('{customer_name}', { ...values, customer_name: '{sales_name} $&' })).toBe('{sales_name} $&')
})

it('cannedTitle replaces variables', () => {
  const values = { customer_name: 'Sinta', sales_name: 'Budi', product: 'Emitenpedia' }
  expect(cannedTitle('Tentang {product}', values)).toBe('Tentang Emitenpedia')
  expect(cannedTitle('Tentang {product} untuk {other}', { ...values, product: '' })).toBe('Tentang untuk')
})

afterEach(() => vi.unstubAllGlobals())

it('fetchAttachment returns the file of a reply, and nothing else', async () => {
  const stored = { url: '/files/abc/harga.pdf', name: 'harga.pdf', size: 4, type: 'application/pdf' }
  const answer = (fetched: () => Promise<Response>) => vi.stubGlobal('fetch', fetched)
  answer(async () => new Response('%PDF', { headers: { 'Content-Type': 'application/pdf' } }))
  const file = await fetchAttachment(stored, new AbortController().signal)
  expect([file?.name, file?.type, await file?.text()]).toEqual(['harga.pdf', 'application/pdf', '%PDF'])
  answer(async () => new Response('<h1>Sign in to this network</h1>', { headers: { 'Content-Type': 'text/html' } }))
  expect(await fetchAttachment(stored, new AbortController().signal)).toBeNull()
  answer(async () => new Response('gone', { status: 404, headers: { 'Content-Type': 'application/pdf' } }))
  expect(await fetchAttachment(stored, new AbortController().signal)).toBeNull()
  answer(() => Promise.reject(new TypeError('no line')))
  expect(await fetchAttachment(stored, new AbortController().signal)).toBeNull()
})
