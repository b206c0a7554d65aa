import { expect, it } from 'vitest'
import { pictureAddress } from './picture-address.ts'

const url = '/files/abc/a b.png'

it('pictureAddress calls the image loader with url, q=100 and f=png', () => {
  const address = new URL(pictureAddress(url, 96, 'key of the session'), 'https://console.test')
  expect(address.pathname).toBe('/image-loader')
  expect(Object.fromEntries(address.searchParams)).toEqual({ url, q: '100', f: 'png', w: '96', key: 'key of the session' })
})

it('pictureAddress sends another deployment only the three parameters of the base contract', () => {
  const { searchParams } = new URL(pictureAddress(url, 96, undefined, true), 'https://console.test')
  expect([...searchParams.keys()]).toEqual(['url', 'q', 'f'])
})

it('pictureAddress keeps local URLs, and returns the file itself for an old session', () => {
  expect(pictureAddress('blob:https://console.test/1', 96, 'key')).toBe('blob:https://console.test/1')
  expect(pictureAddress(url, 96, undefined)).toBe(url)
})
