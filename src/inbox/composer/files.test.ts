import { expect, it } from 'vitest'
import { configStore, getConfig } from '#console/data/api/config.ts'
import { attach, kindOf } from './files.ts'

it('kindOf knows the types of the channel', () => {
  expect(kindOf('image/png')).toBe('image')
  expect(kindOf('audio/ogg; codecs=opus')).toBe('audio')
  expect(kindOf('application/pdf')).toBe('document')
  for (const type of ['application/msword', 'application/vnd.ms-excel', 'application/vnd.ms-powerpoint'])
    expect(kindOf(type)).toBe('document')
  for (const type of ['wordprocessingml.document', 'spreadsheetml.sheet', 'presentationml.presentation']) {
    expect(kindOf(`application/vnd.openxmlformats-officedocument.${type}`)).toBe('document')
  }
  expect(kindOf('application/zip')).toBeNull()
  expect(kindOf('image/svg+xml')).toBeNull()
  expect(kindOf('text/html')).toBeNull()
  expect(kindOf('')).toBeNull()
})

it('attach returns why a file is refused', async () => {
  expect(await attach(new File([], 'nothing.pdf', { type: 'application/pdf' }))).toEqual({ is: 'empty' })
  expect(await attach(new File(['<svg/>'], 'a.svg', { type: 'image/svg+xml' }))).toEqual({ is: 'type' })
  const large = new File([new Uint8Array(16_000_001)], 'long.mp3', { type: 'audio/mpeg' })
  expect(await attach(large)).toEqual({ is: 'size', maxBytes: 16_000_000 })
})

it('attach respects the limit of the server below that of the channel', async () => {
  const before = getConfig()
  configStore.set({ ...before, uploadMaxBytes: 3_000 })
  const file = (bytes: number) => new File([new Uint8Array(bytes)], 'brosur.pdf', { type: 'application/pdf' })
  expect(await attach(file(3_001))).toEqual({ is: 'size', maxBytes: 3_000 })
  expect(await attach(file(3_000))).toMatchObject({ kind: 'document' })
  configStore.set(before)
})

it('attach keeps a document unchanged', async () => {
  const file = new File(['%PDF'], 'brosur.pdf', { type: 'application/pdf' })
  expect(await attach(file)).toMatchObject({ file, kind: 'document' })
})
