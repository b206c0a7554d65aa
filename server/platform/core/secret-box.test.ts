import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSecretBox, isSealed, UnreadableSecret } from './secret-box.ts'

let dataDir: string
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'lapangan-key-'))
})
afterAll(() => rmSync(dataDir, { recursive: true }))

it('a secret box opens what it sealed, and never seals equally', () => {
  const box = createSecretBox({ secretKey: null, dataDir })
  const words = ['token rahasia', '', 'ğ🔑'.repeat(5_000)]
  for (const text of words) {
    const sealed = box.seal(text)
    expect([isSealed(sealed), box.open(sealed), box.seal(text) === sealed]).toEqual([true, text, false])
    if (text) expect(sealed).not.toContain(text)
  }
})

it('the key is readable by its owner alone, and found again', () => {
  const sealed = createSecretBox({ secretKey: null, dataDir }).seal('kept')
  const path = join(dataDir, 'secret.key')
  const [mode, key] = [statSync(path).mode & 0o777, readFileSync(path, 'utf8')]
  expect([mode, createSecretBox({ secretKey: null, dataDir }).open(sealed), readFileSync(path, 'utf8')]).toEqual([0o600, 'kept', key])
})

it('a secret box refuses another key, and changed texts', () => {
  const box = createSecretBox({ secretKey: 'the key of one installation, long enough', dataDir })
  const sealed = box.seal('rahasia')
  const other = createSecretBox({ secretKey: 'the key of another installation, as long', dataDir })
  const flipped = sealed.slice(0, -1) + (sealed.endsWith('A') ? 'B' : 'A')
  for (const bad of [
    () => other.open(sealed),
    () => box.open(flipped.slice(0, 20)),
    () => box.open('plain'),
    () => box.open(`${sealed}AAAA`),
  ])
    expect(bad).toThrow(UnreadableSecret)
})
