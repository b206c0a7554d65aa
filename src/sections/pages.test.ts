import { isNotFound, isRedirect } from '@tanstack/react-router'
import { describe, expect, it } from 'vitest'
import { choice, reference, text } from '#contract/kit/field/field.ts'
import { section } from '#contract/kit/section/section.ts'
import { securityLog } from '#contract/sections/auth/security-log.ts'
import { member } from '#contract/sections/member/member.ts'
import { bank } from '#contract/sections/settings/bank.ts'
import { enterForm, formAt } from './pages.ts'
import { sectionScreens } from './registry.ts'

const common = {
  path: '/test/in/v1/picks',
  permission: 'stock',
  title: 'name',
  fields: { name: text(), member_id: reference({ to: 'member' }), option: choice(['buy', 'sell']) },
} as const
const list = { columns: ['name'], search: [], filters: [], sort: 'id desc' } as const
const routes = { add: 'add/{member_id}', edit: 'edit/{id}/{option}' } as const
const pick = section('pick', { ...common, list, routes })

const edited = { id: '7', given: {}, readOnly: false }

describe('a path below a section', () => {
  it('is a form that every section has', () => {
    expect(formAt(bank, 'add')).toEqual({ id: null, given: {}, readOnly: false })
    expect(formAt(bank, 'edit/7')).toEqual(edited)
    expect(formAt(bank, 'detail/7')).toEqual({ ...edited, readOnly: true })
    expect(formAt(pick, 'edit/7')).toEqual(edited)
  })

  it('is a form with the parameters of its route, where the definition has one', () => {
    expect(formAt(pick, 'add/12')).toEqual({ id: null, given: { member_id: '12' }, readOnly: false })
    expect(formAt(pick, 'edit/7/sell')).toEqual({ ...edited, given: { option: 'sell' } })
  })

  it('is a deleted record below the trash of a section that reads one', () => {
    expect(formAt(member, 'restore/40')).toEqual({ id: '40', given: {}, readOnly: true, trashed: true })
    expect(formAt(bank, 'trash/7')).toBeNull()
  })

  it('is not found elsewhere', () => {
    for (const path of ['add/1/2', 'edit/7/sell/8', 'sell/7', '', 'duplicate/7', 'list/2']) expect(formAt(pick, path), path).toBeNull()
    for (const path of ['add/12', 'edit/7/sell']) expect(formAt(bank, path), path).toBeNull()
  })

  it('goes to the list without a record', () => {
    for (const path of ['edit', 'detail']) expect(formAt(pick, path)).toBe('/pick/list')
  })

  it('starts a copy where records may be copied', () => {
    expect(formAt(bank, 'duplicate/7')).toBe('/bank/add?copy=7')
    expect(formAt(bank, 'duplicate/a?b=c')).toBe('/bank/add?copy=a%3Fb%3Dc')
  })

  it('goes to the list where a record has no page, and a new one still has', () => {
    const letter = section('letter', { ...common, list, routes, hasPage: false })
    for (const path of ['edit', 'edit/7', 'detail/7', 'edit/7/sell']) expect(formAt(letter, path), path).toBe('/letter/list')
    expect(formAt(letter, 'add')).toMatchObject({ id: null })
  })

  it('goes to the form where there is one record', () => {
    const setting = section('setting', { ...common, kind: 'setting' })
    for (const path of ['add', 'edit', 'edit/1', 'detail/1']) expect(formAt(setting, path), path).toBe('/setting/list')
  })

  it('is the read-only record where nobody edits it, and the list where nobody adds one', () => {
    expect(formAt(securityLog, 'edit/7')).toBe('/security-log/detail/7')
    expect(formAt(securityLog, 'detail/7')).toMatchObject({ id: '7', readOnly: true })
    expect(formAt(securityLog, 'add')).toBe('/security-log/list')
  })
})

describe('enterForm', () => {
  const followed = async (path: string, name = 'security-log'): Promise<unknown> => {
    const screens = await sectionScreens(name)
    try {
      return enterForm(screens, path)
    } catch (error) {
      return error
    }
  }

  it('throws a redirect or notFound', async () => {
    const other = await followed('edit/7')
    expect(isRedirect(other) && other.options.href).toBe('/security-log/detail/7')
    expect(isNotFound(await followed('edit/7/8'))).toBe(true)
    expect(isNotFound(await followed('add', 'nothing'))).toBe(true)
  })
})
