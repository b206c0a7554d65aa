// @vitest-environment happy-dom
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { sessionStore } from '#console/data/api/session.ts'
import { loadMessages, loadSectionWords, setLocale } from '#console/i18n/i18n.ts'
import { date, flag, text } from '#contract/kit/field/field.ts'
import type { Permission } from '#contract/kit/field/permission.ts'
import type { AnyRow, Section } from '#contract/kit/section/section.ts'
import { post } from '#contract/sections/content/post.ts'
import { event } from '#contract/sections/product/event.ts'
import { campaign } from '#contract/sections/promotion/campaign.ts'
import { BulkEdit } from './bulk-edit.tsx'

const { setAll, confirm } = vi.hoisted(() => ({
  setAll: vi.fn<(...all: unknown[]) => Promise<boolean>>(),
  confirm: vi.fn<() => Promise<boolean>>(),
}))
vi.mock('#console/ui/confirm.ts', () => ({ confirm }))
vi.mock('../../actions/actions.ts', () => ({ setAll }))
vi.mock('#console/ui/responsive-dialog.tsx', () => ({
  ResponsiveDialog: ({ title, children, footer }: { title: string; children: ReactNode; footer: ReactNode }) => (
    <section aria-label={title}>
      {children}
      <footer>{footer}</footer>
    </section>
  ),
}))

const rows: AnyRow[] = [1, 2, 3].map((id) => ({
  ...{ id, ref: `ref-${id}`, version: 1, created_at: '', created_by: null, updated_at: '', updated_by: null },
  name: `Promo ${id}`,
}))
const onDone = vi.fn<() => void>()
let root: Root
const changing = (bulkEdit: string[], fields: Section['fields'] = campaign.fields): Section => ({
  ...campaign,
  fields,
  list: { ...campaign.list, bulkEdit },
})
const button = (name: string) =>
  [...document.querySelectorAll('button')].find((each) => (each.getAttribute('aria-label') ?? each.textContent) === name)
const save = () => document.querySelector<HTMLButtonElement>('footer button')
const press = (name: string) => act(async () => button(name)?.click())
const submit = () => act(async () => save()?.click())

async function fill(value: string): Promise<void> {
  const input = document.querySelector<HTMLInputElement | HTMLSelectElement>('form input, form select')
  await act(async () => {
    if (!input) throw new Error('there is nothing to fill in')
    // React notices a value only when set by the element's own setter.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value')?.set?.call(input, value)
    input.dispatchEvent(new Event(input instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
  })
}

async function open(section: Section, permissions: Permission[] = [], chosen: readonly AnyRow[] = rows): Promise<void> {
  const user = { id: 1, ref: 'me', name: 'Sari', email: 'sari@lapangan.test' }
  sessionStore.set((old) => ({ ...old, status: 'signed-in', session: { token: '', roles: [], permissions, roleRead: [], user } }))
  const page = document.body.appendChild(document.createElement('div'))
  root = createRoot(page)
  await act(async () => root.render(<BulkEdit section={section} rows={chosen} onDone={onDone} />))
  await press('Edit')
}

beforeAll(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  await setLocale('en')
  await Promise.all([loadMessages(['kit', 'forms']), loadSectionWords('campaign')])
})
beforeEach(() => {
  setAll.mockReset().mockResolvedValue(true)
  onDone.mockReset()
  confirm.mockReset()
})
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
})

it.each([[['status']], [['end']], [['status', 'end']]])(
  'the form begins with no field chosen and cannot be sent so (%j)',
  async (names) => {
    await open(changing(names))
    expect(document.querySelector('section')?.getAttribute('aria-label')).toBe('Change 3 records')
    expect(document.querySelector('form input, form select')).toBeNull()
    expect(save()?.disabled).toBe(true)
    await act(async () => document.querySelector('form')?.requestSubmit())
    expect(setAll).not.toHaveBeenCalled()
  },
)

it('a chosen field is sent with a value alone', async () => {
  await open(changing(['status', 'end']))
  await press('Change Status')
  expect(save()?.disabled).toBe(true)
  await act(async () => document.querySelector('form')?.requestSubmit())
  expect(setAll).not.toHaveBeenCalled()
  await fill('ended')
  expect(save()?.disabled).toBe(false)
  await submit()
  await vi.waitFor(() => expect(onDone).toHaveBeenCalled())
  expect(setAll.mock.calls[0]?.slice(1)).toEqual([rows, { status: 'ended' }])
})

it('a deselected field is not sent', async () => {
  await open(changing(['status', 'end']))
  await press('Change Status')
  await fill('ended')
  await press('Leave Status as it is')
  expect(save()?.disabled).toBe(true)
  await press('Clear End')
  await submit()
  await vi.waitFor(() => expect(setAll.mock.lastCall?.[2]).toEqual({ end: null }))
})

it('a field is cleared only where that is chosen, and never one that is required', async () => {
  await open(changing(['status', 'end']))
  expect(button('Clear Status')).toBeUndefined()
  await press('Clear End')
  expect(document.querySelector('form')?.textContent).toContain('End is cleared')
  await submit()
  await vi.waitFor(() => expect(setAll.mock.lastCall?.[2]).toEqual({ end: null }))
})

it('a switch is neither on nor off before it is chosen', async () => {
  await open(changing(['hot'], { ...campaign.fields, hot: flag({ initial: true }) }))
  await press('Change Hot')
  expect(save()?.disabled).toBe(true)
  await fill('false')
  await submit()
  await vi.waitFor(() => expect(setAll.mock.lastCall?.[2]).toEqual({ hot: false }))
})

it('a field with a permission of its own is offered to those alone who have it', async () => {
  const fields = { ...campaign.fields, secret_note: text({ permission: 'update reward' }) }
  await open(changing(['status', 'secret_note'], fields))
  expect(button('Change Secret note')).toBeUndefined()
  await act(async () => root.unmount())
  await open(changing(['status', 'secret_note'], fields), ['update reward'])
  expect(button('Change Secret note')).toBeDefined()
})

it('a chosen field is shown whatever its condition: the server checks each record', async () => {
  const end = date({ requiredWhen: { field: 'status', is: ['ended'] }, shownWhen: { field: 'channel', is: ['ads'] } })
  await open(changing(['end'], { ...campaign.fields, end }))
  await press('Change End')
  expect(document.querySelector('form input')).not.toBeNull()
})

it('the form stays open where no record could be changed', async () => {
  setAll.mockResolvedValue(false)
  await open(changing(['end']))
  await press('Clear End')
  await submit()
  await vi.waitFor(() => expect(setAll).toHaveBeenCalled())
  await setAll.mock.results[0]?.value
  expect(onDone).not.toHaveBeenCalled()
})

it.each([true, false])('publishing is one press, done where it is confirmed (%s)', async (isSure) => {
  confirm.mockResolvedValue(isSure)
  await open(changing(['status'], { ...campaign.fields, status: post.fields.status }))
  await press('Publish')
  await vi.waitFor(() => expect(setAll.mock.calls).toHaveLength(isSure ? 1 : 0))
  if (isSure) expect(setAll.mock.calls[0]?.slice(1)).toEqual([rows, { status: 'publish' }, 'kit.published'])
  expect(onDone).toHaveBeenCalledTimes(isSure ? 1 : 0)
})

it('publishing is at once for what is scheduled, and leaves what readers see already', async () => {
  confirm.mockResolvedValue(true)
  const mixed = rows.map((row, at) => ({ ...row, state: ['scheduled', 'published', 'draft'][at] }))
  await open(post, ['update content'], mixed)
  await press('Publish')
  await vi.waitFor(() => expect(setAll.mock.calls).toHaveLength(1))
  expect(setAll.mock.calls[0]?.slice(1)).toEqual([[mixed[0], mixed[2]], { status: 'publish', published_at: null }, 'kit.published'])
})

it('events are published by their visibility', async () => {
  confirm.mockResolvedValue(true)
  await open(event)
  await press('Publish')
  await vi.waitFor(() => expect(setAll.mock.calls).toHaveLength(1))
  expect(setAll.mock.calls[0]?.slice(1)).toEqual([rows, { visibility: 'publish' }, 'kit.published'])
})

it('what is not published has no such button', async () => {
  await open(changing(['status']))
  expect(button('Publish')).toBeUndefined()
})
