import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

it('is the only place that draws a picture, so each goes through the image loader and says where it fails', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'))
  const drawing = files.filter((name) => /<img\b/.test(readFileSync(join('src', name), 'utf8')))
  expect(drawing).toEqual([join('kit', 'picture.tsx')])
})
