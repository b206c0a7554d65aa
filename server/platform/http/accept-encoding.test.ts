import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { takesEncoding } from './accept-encoding.ts'

const app = new Hono().get('/', (c) => c.json(takesEncoding(c, 'gzip')))

it.each([
  ['gzip', true],
  ['br, GZIP;q=0.5', true],
  ['gzip;q=0.001', true],
  ['gzip;q=0', false],
  ['br, gzip; q=0.000', false],
  ['xgzip', false],
  ['br', false],
  ['', false],
  [undefined, false],
])('reads %j', async (header, takes) => {
  const response = await app.request('/', header === undefined ? {} : { headers: { 'Accept-Encoding': header } })
  expect(await response.json()).toBe(takes)
})
