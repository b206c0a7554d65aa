import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { type UseFormReturn, useFormContext } from 'react-hook-form'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { sessionStore } from '#console/data/session.ts'
import { openBrowser } from '#console/data/test-browser.ts'
import { loadMessages, loadSectionWords, setLocale } from '#console/i18n/i18n.ts'
import { date, type Field, text } from '#contract/kit/field.ts'
import type { Permission } from '#contract/kit/permission.ts'
import type { AnyRow, Section } from '#contract/kit/section.ts'
import { campaign } from '#contract/sections/promotion/campaign.ts'
import { BulkEdit } from './bulk-edit.tsx'

const { setAll } = vi.hoisted(() => ({ setAll: vi.fn<(...all: unknown[]) => Promise<boolean>>() }))
vi.mock('../actions.ts', () => ({ setAll }))
let press: () => void = () => undefined
let form: UseFormReturn | null = null
// The window is open, and drawn without a page.
vi.mock('react', async (original) => {
  const react = await original<typeof import('react')>()
  return {
    ...react,
    useState: (first: unknown) => react.useState(first === false ? true : first),
    useSyncExternalStore: <T,>(_subscribe: unknown, read: () => T) => read(),
  }
})
vi.mock('#console/ui/responsive-dialog.tsx', () => ({
  ResponsiveDialog: ({ title, children, footer }: { title: string; children: ReactNode; footer: ReactNode }) => (
    <section aria-label={title}>
      {children}
      {footer}
    </section>
  ),
}))
vi.mock('#console/ui/button.tsx', () => ({
  Button: ({
    children,
    variant,
    disabled,
    onClick,
  }: {
    children: ReactNode
    variant?: string
    disabled?: boolean
    onClick: () => void
  }) => {
    if (variant === 'primary') press = onClick
    return (
      <button type="button" data-variant={variant} disabled={disabled}>
        {children}
      </button>
    )
  },
}))
vi.mock('../form/form-field.tsx', () => ({
  FormField: ({ name, field }: { name: string; field: Field }) => {
    form = useFormContext()
    return <input name={name} data-asked={String(!field.shownWhen && !field.requiredWhen)} />
  },
}))

openBrowser()
const rows: AnyRow[] = [1, 2, 3].map((id) => ({
  ...{ id, ref: `ref-${id}`, version: 1, created_at: '', created_by: null, updated_at: '', updated_by: null },
  name: `Promo ${id}`,
}))
const onDone = vi.fn<() => void>()
const changing = (bulkEdit: string[], fields: Section['fields'] = campaign.fields): Section => ({
  ...campaign,
  fields,
  list: { ...campaign.list, bulkEdit },
})
function open(section: Section, permissions: Permission[] = []): string {
  const user = { id: 1, ref: 'me', name: 'Sari', email: 'sari@lapangan.test' }
  sessionStore.set((old) => ({ ...old, status: 'signed-in', session: { token: '', roles: [], permissions, roleRead: [], user } }))
  return renderToStaticMarkup(<BulkEdit section={section} rows={rows} onDone={onDone} />)
}

beforeAll(async () => {
  Object.assign(document, { documentElement: {} })
  await setLocale('en')
  await Promise.all([loadMessages('kit'), loadSectionWords('campaign')])
  return () => vi.unstubAllGlobals()
})
beforeEach(() => {
  setAll.mockReset().mockResolvedValue(true)
  onDone.mockReset()
})

it('asks first which of the fields is to be changed, in words, and changes nothing before', () => {
  const drawn = open(changing(['status', 'end']))
  expect(drawn).toContain('Change 3 records')
  expect(drawn).toMatch(/Change Status.*Change End/)
  expect(drawn).not.toContain('<input')
  expect(drawn).toMatch(/data-variant="primary" disabled/)
})

it('offers a field with a permission of its own to those alone who have it', () => {
  const fields = { ...campaign.fields, secret_note: text({ permission: 'update reward' }) }
  expect(open(changing(['status', 'end', 'secret_note'], fields))).not.toContain('Secret note')
  expect(open(changing(['status', 'end', 'secret_note'], fields), ['update reward'])).toContain('Change Secret note')
})

it('asks for a chosen field whatever its condition: of each record the server knows', () => {
  const end = date({ requiredWhen: { field: 'status', is: ['ended'] }, shownWhen: { field: 'channel', is: ['ads'] } })
  expect(open(changing(['end'], { ...campaign.fields, end }))).toContain('<input data-asked="true" name="end"/>')
})

it('gives all records the value, and is done', async () => {
  open(changing(['status']))
  form?.setValue('status', 'ended')
  press()
  await vi.waitFor(() => expect(onDone).toHaveBeenCalled())
  expect(setAll.mock.calls[0]?.slice(1)).toEqual([rows, { status: 'ended' }])
})

it('clears a field that may be empty, and refuses to clear one that may not', async () => {
  open(changing(['end']))
  press()
  await vi.waitFor(() => expect(setAll.mock.lastCall?.[2]).toEqual({ end: null }))
  open(changing(['status']))
  press()
  await vi.waitFor(() => expect(form?.getFieldState('status').error?.message).toBeTruthy())
  expect(setAll).toHaveBeenCalledOnce()
})

it('stays open where no record could be changed', async () => {
  setAll.mockResolvedValue(false)
  open(changing(['end']))
  press()
  await vi.waitFor(() => expect(setAll).toHaveBeenCalled())
  await setAll.mock.results[0]?.value
  expect(onDone).not.toHaveBeenCalled()
})
