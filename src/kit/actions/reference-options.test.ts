import { expect, it } from 'vitest'
import { foldRows } from '#console/data/outbox/overlay/overlay.ts'
import { joined, reference, text } from '#contract/kit/field/field.ts'
import { type AnyRow, section } from '#contract/kit/section/section.ts'
import { user } from '#contract/sections/auth/user.ts'
import { campaign } from '#contract/sections/promotion/campaign.ts'
import { testRow } from '#tests/support/test-row.ts'
import { makeColumn } from '../list/query/columns.ts'
import { cellOf } from '../list/table/cell.tsx'
import { pendingOptions } from './reference-options.ts'

const ref = '01990000-0000-7000-8000-0000000000aa'
const create = testRow({
  seq: 1,
  section: 'campaign',
  call: 'campaign.create',
  action: 'create',
  touches: [ref],
  patch: { name: 'Ramadan', channel: 'ads', status: 'paused' },
})

it('waiting records can be chosen by their ref, where they are among the options', () => {
  expect(pendingOptions(campaign, 'campaign', [], [create])).toEqual([{ id: 0, ref, label: 'Ramadan', detail: 'ads' }])
  expect(pendingOptions(campaign, 'campaign', [{ field: 'status', values: ['paused'] }], [create])).toHaveLength(1)
  expect(pendingOptions(campaign, 'campaign', [{ field: 'status', values: ['active'] }], [create])).toEqual([])
  // Only the server knows who is a salesperson.
  const person = testRow({
    seq: 1,
    section: 'user',
    call: 'user.create',
    action: 'create',
    touches: [ref],
    patch: { name: 'Ani', is_active: true },
  })
  expect(pendingOptions(user, 'user', [], [person])).toHaveLength(1)
  expect(pendingOptions(user, 'user/sales', [], [person])).toEqual([])
})

const visit = section('visit', {
  path: '/visit',
  permission: 'crm',
  title: 'name',
  fields: { name: text(), campaign_id: reference({ to: 'campaign' }), campaign_name: joined('campaign_id.name') },
  list: { columns: ['campaign_id'], search: [], filters: [], sort: 'id asc' },
})
const row: AnyRow = {
  ...{
    id: 7,
    ref: 'seven',
    version: 1,
    created_at: '2026-01-01T00:00:00Z',
    created_by: null,
    updated_at: '2026-01-01T00:00:00Z',
    updated_by: null,
  },
  ...{ name: 'A visit', campaign_id: 3, campaign_name: 'Ramadan' },
}

it('a reference shows its first joined field, and no longer the old one while a change waits', () => {
  const column = makeColumn(visit, 'campaign_id')
  expect(column.joined?.name).toBe('campaign_name')
  expect(cellOf(column, row)).toMatchObject({ props: { children: 'Ramadan' } })
  const change = testRow({
    seq: 1,
    section: 'visit',
    call: 'visit.update',
    action: 'update',
    touches: ['seven'],
    patch: { campaign_id: 4 },
  })
  const [folded] = foldRows(visit, [row], [change]).rows
  expect(folded?.row).toMatchObject({ campaign_id: 4, campaign_name: null })
  const other = testRow({
    seq: 1,
    section: 'visit',
    call: 'visit.update',
    action: 'update',
    touches: ['seven'],
    patch: { name: 'Another' },
  })
  expect(foldRows(visit, [row], [other]).rows[0]?.row).toMatchObject({ campaign_id: 3, campaign_name: 'Ramadan' })
})
