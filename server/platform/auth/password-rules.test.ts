import { expect, it } from 'vitest'
import { ApiError } from '../core/problem.ts'
import { assertGoodPassword } from './password-rules.ts'

/** Returns the code that refuses this owner's password; undefined if accepted. */
async function codeOf(password: string, name = 'Ani Eko', email = 'josé.quay@lapangan.test'): Promise<string | undefined> {
  try {
    await assertGoodPassword({ production: false }, 'password', password, { name, email })
  } catch (error) {
    if (error instanceof ApiError) return error.extra.fields?.password?.code
    throw error
  }
}

it.each([
  ['of full-width letters', 'ＰＡＳＳＷＯＲＤ1234'],
  ['with signs between its letters', 'p a s s.w o r d'],
  ['twice', 'passw0rdpassw0rd'],
  ['with an accent', 'pässwörd-2026'],
  ['of three characters', '111111222222'],
  ['in the order of the alphabet', 'abcdefghijkl'],
  ['backwards', '9876543210'],
])('refuses what many people choose, however it is written: %s', async (_, password) => {
  expect(await codeOf(password)).toBe('common_password')
})

it.each([
  ['names of short words', 'ani-eko-ani-eko'],
  ['names without what parts them', 'xx.AniEko.1998'],
  ['a name without its accent', 'jose-martinez-1x'],
  ['a name with a combining accent', 'jose\u0301-martinez-1x'],
  ['a name letter by letter', 'j.o.s.e.q.u.a.y'],
])('refuses the own name: %s', async (_, password) => {
  expect(await codeOf(password)).toBe('own_name')
})

it.each(['a long enough password', 'Zebra-lantern-93', 'kopi tubruk & 3 gula', 'كلمة مرور طويلة', '4071-9932-1158'])(
  'takes %s',
  async (password) => {
    expect(await codeOf(password)).toBeUndefined()
  },
)
