/** Refused passwords, wherever one is set: common ones, and those that name their owner. */
import { brotliDecompressSync } from 'node:zlib'
import { normaliseText } from '#contract/lib/normalise-text.ts'
import { demoPassword } from '#contract/session.ts'
import { fieldError } from '../core/problem.ts'
import type { Settings } from '../settings/settings.ts'

let known: Promise<ReadonlySet<string>> | null = null

/** Loaded with the first password, and cached. */
async function readList(): Promise<ReadonlySet<string>> {
  const { compressedPasswords } = await import('./common-passwords.ts')
  return new Set(brotliDecompressSync(Buffer.from(compressedPasswords, 'base64')).toString().split('\n'))
}

const letter = /\p{L}/u

/** Removes digits and signs around it: 'password2024!' is 'password'. */
function coreOf(text: string): string {
  const characters = [...text]
  const first = characters.findIndex((character) => letter.test(character))
  const last = characters.findLastIndex((character) => letter.test(character))
  return characters.slice(Math.max(first, 0), last + 1).join('')
}

/** Normalises full-width letters, accents and capitals. */
const plain = (text: string) => normaliseText(text, 'NFKD').replace(/\p{M}/gu, '').toLowerCase()
const joined = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, '')

/** Returns the repeated part of a text, or the text. */
function repeatedPart(text: string): string {
  const length = (text + text).indexOf(text, 1)
  for (const short of [1, 2, 3, 4]) if (text.slice(short) === text.slice(0, -short)) return text.slice(0, short)
  return text.slice(0, length)
}

/** Detects sequences of letters or digits: 'abcdefghij', '9876543210'. */
function isSequence(text: string): boolean {
  const steps = new Set([...text].slice(1).map((character, at) => character.charCodeAt(0) - text.charCodeAt(at)))
  return steps.size === 1 && [1, -1].some((step) => steps.has(step))
}

async function isCommon(text: string): Promise<boolean> {
  known ??= readList()
  const list = await known
  const part = repeatedPart(text)
  if (part.length <= 4 || new Set(text).size < 4 || isSequence(text)) return true
  return [text, coreOf(text), part, joined(text), coreOf(joined(text))].some((each) => list.has(each))
}

/**
 * Returns the words of a name or address that are long enough to identify its owner; numbers from a birthday's length. Also the whole
 * without separators, for short words.
 */
function wordsOf(text: string): { words: string[]; whole: string[] } {
  const words = plain(text).split(/[^\p{L}\p{N}]+/u)
  return {
    words: words.filter((word) => word.length >= (letter.test(word) ? 4 : 6)),
    whole: [words.join('')].filter((each) => each.length >= 6),
  }
}

/** Throws 422 for `field` when the password is published, common, or contains a part of its owner's name or address. */
export async function assertGoodPassword(
  { production }: Pick<Settings, 'production'>,
  field: string,
  password: string,
  owner: { name: string; email: string },
): Promise<void> {
  const text = plain(password)
  if (production && password === demoPassword) throw fieldError(field, 'published')
  const own = [wordsOf(owner.name), wordsOf(owner.email.split('@')[0] ?? '')]
  if (own.some(({ words, whole }) => words.some((word) => text.includes(word)) || whole.some((each) => joined(text).includes(each))))
    throw fieldError(field, 'own_name')
  if (await isCommon(text)) throw fieldError(field, 'common_password')
}
