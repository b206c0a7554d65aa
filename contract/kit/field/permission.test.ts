import { describe, expect, it } from 'vitest'
import { actionsOf, everyPermission, type Gate, holds, isPermission, passes, resources, roleFlags } from './permission.ts'

/** docs/product/access.md#permissions */
describe('permissions', () => {
  it('name the resources of the base contract', () => {
    const listed =
      'content, stock, product, event, promotion, member, crm, assign-sales, assign-qna, transaction, reward, sales-report, sales-activity, user, role, whatsapp-number, shortlink, autotext-manager, bank, testimonial, bot-qna, bot-setting, ltv'
    expect([...resources].sort()).toEqual(listed.split(', ').sort())
  })

  it('have export only for transaction and sales-activity, webnotif only for crm', () => {
    const having = (action: string) => resources.filter((resource) => actionsOf(resource).some((own) => own === action))
    expect(having('export')).toEqual(['transaction', 'sales-activity'])
    expect(having('webnotif')).toEqual(['crm'])
    for (const action of ['create', 'get', 'update', 'delete']) expect(having(action)).toEqual(resources)
  })

  it('are known once each, without others', () => {
    const all = everyPermission()
    expect(new Set(all).size).toBe(all.length)
    expect(all).toHaveLength(resources.length * 4 + 3 + 1)
    expect(all).toContain('get admin')
    expect(all.every(isPermission)).toBe(true)
    for (const unknown of ['export bank', 'webnotif content', 'get', 'get nothing', 'create admin', ''])
      expect(isPermission(unknown)).toBe(false)
  })

  it('derive sales and root from the first role that names either', () => {
    expect(roleFlags(['Admin', 'Senior Sales', 'Root'])).toEqual({ isSales: true, isRoot: false })
    expect(roleFlags(['ROOT', 'sales'])).toEqual({ isSales: false, isRoot: true })
    expect(roleFlags(['analyst'])).toEqual({ isSales: false, isRoot: false })
    expect(roleFlags([])).toEqual({ isSales: false, isRoot: false })
  })
})

describe('gates', () => {
  const access = { roles: ['support'], permissions: ['get crm', 'update crm'] }
  const gate = (rest: Partial<Gate>): Gate => ({ action: 'get', anyOf: ['crm'], ...rest })

  it('open with one of their resources', () => {
    expect(passes(gate({}), access)).toBe(true)
    expect(passes(gate({ anyOf: ['bank', 'crm'] }), access)).toBe(true)
    expect(passes(gate({ anyOf: ['bank'] }), access)).toBe(false)
    expect(passes(gate({ action: 'delete' }), access)).toBe(false)
  })

  it('are open without a requirement and with action none', () => {
    expect(passes(undefined, access)).toBe(true)
    expect(passes(gate({ action: 'none', anyOf: [] }), access)).toBe(true)
    expect(passes(gate({ action: 'none', anyOf: ['bank'], invert: true }), access)).toBe(true)
  })

  it('can be inverted', () => {
    expect(passes(gate({ invert: true }), access)).toBe(false)
    expect(passes(gate({ invert: true, anyOf: ['bank'] }), access)).toBe(true)
  })

  it('compare whole strings', () => {
    expect(holds(access, 'get crm')).toBe(true)
    expect(holds({ roles: [], permissions: ['get crmx'] }, 'get crm')).toBe(false)
  })
})
