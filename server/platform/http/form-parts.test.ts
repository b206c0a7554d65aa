import { expect, it } from 'vitest'
import { parseForm } from './form-parts.ts'

const type = 'multipart/form-data; boundary=mark'
const encode = (...parts: string[]) => new TextEncoder().encode(`${parts.map((part) => `--mark\r\n${part}\r\n`).join('')}--mark--\r\n`)
const shown = async (bytes: Uint8Array<ArrayBuffer>, as = type) =>
  Promise.all(
    (await parseForm(bytes, as)).map(async ([key, value]) => [
      key,
      value instanceof File ? [value.name, value.type, await value.text()] : value,
    ]),
  )

const head = 'Content-Disposition: form-data; '
it.each([
  ['a browser', `${head}name="image"; filename="foto.png"\r\nContent-Type: image/png`, 'foto.png'],
  ['without quotes', `${head}name=image; filename=foto.png\r\nContent-Type: image/png`, 'foto.png'],
  ['with both names', `${head}name=image; filename="foto.png"; filename*=utf-8''f%C3%B3to.png\r\nContent-Type: image/png`, 'fóto.png'],
  ['with a quote after a backslash', `${head}name="image"; filename="a\\".png"\r\nContent-Type: image/png`, 'a".png'],
  ['with a quote as browsers write it', `${head}name="image"; filename="a%22.png"\r\nContent-Type: image/png`, 'a".png'],
  ['in small letters', 'content-disposition: form-data; name="image"; filename="foto.png"\r\ncontent-type: image/png', 'foto.png'],
  ['the type first', `Content-Type: image/png\r\n${head}name="image"; filename="foto.png"`, 'foto.png'],
  ['with a length', `${head}name="image"; filename="foto.png"\r\nContent-Type: image/png\r\nContent-Length: 3`, 'foto.png'],
  ['a name of other letters', `${head}name="image"; filename="صورة.png"\r\nContent-Type: image/png`, 'صورة.png'],
  ['a blob', `${head}name="image"; filename="blob"\r\nContent-Type: image/png`, 'blob'],
])('a file is read that is written by %s', async (_, header, name) => {
  const bytes = encode(`${header}\r\n\r\nabc`, `${head}name="title"\r\n\r\nHalo`)
  expect(await shown(bytes)).toEqual([
    ['image', [name, 'image/png', 'abc']],
    ['title', 'Halo'],
  ])
})

it('values keep their order, their letters and their length', async () => {
  const long = 'é'.repeat(700_000)
  const bytes = encode(
    `${head}name="ids"\r\n\r\n2`,
    `${head}name=ids\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n1`,
    `${head}name="text"\r\n\r\n${long}`,
    `${head}name="none"\r\n\r\n`,
  )
  expect(await shown(bytes)).toEqual([
    ['ids', '2'],
    ['ids', '1'],
    ['text', long],
    ['none', ''],
  ])
})

it.each([
  ['no boundary', 'multipart/form-data', encode()],
  ['another boundary', 'multipart/form-data; boundary=other', encode(`${head}name="a"\r\n\r\nb`)],
  ['an end that is cut off', type, new TextEncoder().encode(`--mark\r\n${head}name="a"\r\n\r\nb`)],
  ['a file that is cut off', type, new TextEncoder().encode(`--mark\r\n${head}name="a"; filename="b"\r\n\r\nc`)],
])('a form with %s is none', async (_, as, bytes) => {
  await expect(parseForm(bytes, as)).rejects.toThrow()
})
