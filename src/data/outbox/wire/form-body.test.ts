import { describe, expect, it } from 'vitest'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { forYou } from '#contract/sections/content/for-you.ts'
import { bank } from '#contract/sections/settings/bank.ts'
import { formBody } from './form-body.ts'

const stored = { url: '/files/a', name: 'a.png', size: 1, type: 'image/png' }
const chosen = { name: 'b.png', size: 1, type: 'image/png', content: new Blob(['x'], { type: 'image/png' }) }
const formOf = (action: 'create' | 'update', body: unknown) => {
  const form = formBody(sectionCall(forYou, action), body)
  if (!(form instanceof FormData)) throw new Error('it is no form')
  return form
}

describe('a form', () => {
  it('has texts as they are, and a chosen file under its name', () => {
    const form = formOf('update', { title: 'Halo', with_button: true, gambar: chosen })
    expect([form.get('title'), form.get('with_button')]).toEqual(['Halo', 'true'])
    expect(form.get('gambar')).toMatchObject({ name: 'b.png', size: 1 })
  })

  it('names a file that was staged', () => {
    expect(formOf('update', { gambar: { staged: 'abc', name: 'b.png' } }).get('gambar')).toBe('{"staged":"abc","name":"b.png"}')
  })

  it('does not send a stored file again, unless a copy or an earlier version names it', () => {
    expect(formOf('update', { title: 'Halo', gambar: stored }).has('gambar')).toBe(false)
    expect(formOf('update', { gambar: { ...stored, again: true } }).get('gambar')).toContain('/files/a')
    expect(formOf('create', { gambar: stored }).get('gambar')).toContain('/files/a')
  })
})

it('a call without a form sends the body itself', () => {
  expect(formBody(sectionCall(bank, 'update'), { bank_name: 'BCA' })).toEqual({ bank_name: 'BCA' })
  expect(formBody(sectionCall(forYou, 'remove'), ['r1'])).toEqual(['r1'])
  expect([...formOf('update', 'text')]).toEqual([])
})
