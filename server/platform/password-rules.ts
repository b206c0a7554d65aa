/** What nobody may choose as a password, at every place where one is set: what many people choose, and what names its owner. */
import { brotliDecompressSync } from 'node:zlib'
import { demoPassword } from '#contract/session.ts'
import { fieldError } from './problem.ts'
import type { Settings } from './settings.ts'

let known: Promise<ReadonlySet<string>> | null = null

/** Read when the first password is chosen, and kept. */
async function readList(): Promise<ReadonlySet<string>> {
  const { compressedPasswords } = await import('./common-passwords.ts')
  return new Set(brotliDecompressSync(Buffer.from(compressedPasswords, 'base64')).toString().split('\n'))
}

const letter = /\p{L}/u

/** Without the digits and signs around it, which is how 'password' becomes 'password2024!'. */
function coreOf(text: string): string {
  const characters = [...text]
  const first = characters.findIndex((character) => letter.test(character))
  const last = characters.findLastIndex((character) => letter.test(character))
  return characters.slice(Math.max(first, 0), last + 1).join('')
}

/** The same few characters again and again. */
function repeats(text: string): boolean {
  return [1, 2, 3, 4].some(
    (length) =>
      text ===
      text
        .slice(0, length)
        .repeat(Math.ceil(text.length / length))
        .slice(0, text.length),
  )
}

async function isCommon(text: string): Promise<boolean> {
  known ??= readList()
  const list = await known
  return list.has(text) || list.has(coreOf(text)) || repeats(text)
}

/** Words of a name or an address that are long enough to tell whose it is; of numbers, those as long as a birthday. */
function wordsOf(text: string): string[] {
  const words = text.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  return words.filter((word) => word.length >= (letter.test(word) ? 4 : 6))
}

/** Throws 422 naming `field` when the password is published, common, or holds a part of its owner's name or address. */
export async function assertGoodPassword(
  { production }: Pick<Settings, 'production'>,
  field: string,
  password: string,
  owner: { name: string; email: string },
): Promise<void> {
  const text = password.toLowerCase()
  if (production && password === demoPassword) throw fieldError(field, 'published')
  const own = [...wordsOf(owner.name), ...wordsOf(owner.email.split('@')[0] ?? '')]
  if (own.some((word) => text.includes(word))) throw fieldError(field, 'own_name')
  if (await isCommon(text)) throw fieldError(field, 'common_password')
}
