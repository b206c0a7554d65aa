import { expect, it } from 'vitest'
import { pictureAddress } from './picture-address.ts'

const url = '/files/abc/a b.png'

it('asks the image loader with url, q=100 and f=png', () => {
  const address = new URL(pictureAddress(url, 96, 'key of the session'), 'https://console.test')
  expect(address.pathname).toBe('/image-loader')
  expect(Object.fromEntries(address.searchParams)).toEqual({ url, q: '100', f: 'png', w: '96', key: 'key of the session' })
})

it('asks another deployment with the three parameters of the base contract alone', () => {
  const { searchParams } = new URL(pictureAddress(url, 96, undefined, true), 'https://console.test')
  expect([...searchParams.keys()]).toEqual(['url', 'q', 'f'])
})

it('leaves what is on this device alone, and the file to a session from before', () => {
  expect(pictureAddress('blob:https://console.test/1', 96, 'key')).toBe('blob:https://console.test/1')
  expect(pictureAddress(url, 96, undefined)).toBe(url)
})
