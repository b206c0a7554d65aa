import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { loadSectionWords, setLocale } from '#console/i18n/i18n.ts'
import { choice, text } from '#contract/kit/field/field.ts'
import { type AnyRow, section } from '#contract/kit/section/section.ts'
import { draw } from '#tests/support/test-hooks.ts'
import { makeColumn } from '../query/columns.ts'
import { InlineSelect } from './inline-select.tsx'

const { setValues } = vi.hoisted(() => ({ setValues: vi.fn<(...all: unknown[]) => Promise<boolean>>() }))
vi.mock('../../actions/actions.ts', () => ({ setValues }))
vi.mock('react', async (original) => ({ ...(await original<object>()), ...(await import('#tests/support/test-hooks.ts')).testReact }))

const promo = section('campaign', {
  path: '/campaign',
  permission: 'promotion',
  title: 'name',
  fields: { name: text(), status: choice(['active', 'paused'], { required: true }), level: choice([1, 2]) },
  list: { columns: ['name', 'status', 'level'], search: [], filters: [], sort: 'id asc', inline: ['status', 'level'] },
})
const row: AnyRow = {
  ...{ id: 1, ref: 'one', version: 3, created_at: '', created_by: null, updated_at: '', updated_by: null },
  ...{ name: 'Ramadan', status: 'active', level: null },
}

interface Select {
  value: string
  disabled?: boolean
  'aria-label': string
  onChange: (event: { currentTarget: { value: string } }) => void
  children: unknown
}
interface Drawn {
  type: unknown
  props: Readonly<Record<string, unknown>>
}
const isDrawn = (value: unknown): value is Drawn => typeof value === 'object' && value !== null && 'type' in value && 'props' in value
const isSelect = (props: object): props is Select => 'onChange' in props

function all(drawn: unknown, type: string): Drawn[] {
  if (Array.isArray(drawn)) return drawn.flatMap((one) => all(one, type))
  if (!isDrawn(drawn)) return []
  return [...(drawn.type === type ? [drawn] : []), ...all(drawn.props.children, type)]
}

/** The select in this column's cell. */
function select(name: string, anew = true): Select {
  const drawn = draw(() => InlineSelect({ section: promo, column: makeColumn(promo, name), row, title: 'Ramadan' }), anew)
  const [found] = all(drawn, 'select')
  if (!found || !isSelect(found.props)) throw new Error('no select')
  return found.props
}
const offered = ({ children }: Select) => all(children, 'option').map(({ props }) => [props.value, props.children])
const choose = (value: string, anew = true) => select('status', anew).onChange({ currentTarget: { value } })

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} })
  await setLocale('en')
  await loadSectionWords('campaign')
  return () => vi.unstubAllGlobals()
})
beforeEach(() => setValues.mockReset().mockResolvedValue(true))

it('an inline select is named by column and record, and has translated choices', () => {
  const status = select('status')
  expect(status['aria-label']).toBe('Status: Ramadan')
  expect(status.value).toBe('active')
  expect(offered(status)).toEqual([
    ['active', 'Active'],
    ['paused', 'Paused'],
  ])
})

it('an inline select has an empty choice where the field may be empty, and sends numbers as numbers', async () => {
  const level = select('level')
  expect(offered(level)).toEqual([
    ['', '–'],
    [1, '1'],
    [2, '2'],
  ])
  level.onChange({ currentTarget: { value: '2' } })
  await vi.waitFor(() => expect(setValues).toHaveBeenLastCalledWith(promo, row, { level: 2 }))
  select('level').onChange({ currentTarget: { value: '' } })
  await vi.waitFor(() => expect(setValues).toHaveBeenLastCalledWith(promo, row, { level: null }))
})

it('an inline select sends one change at a time and keeps the focus', async () => {
  let kept: (done: boolean) => void = () => undefined
  setValues.mockReturnValueOnce(new Promise((resolve) => (kept = resolve)))
  choose('paused')
  await vi.waitFor(() => expect(setValues).toHaveBeenCalledOnce())
  expect(select('status', false).disabled).toBeFalsy()
  choose('active', false)
  await vi.dynamicImportSettled()
  expect(setValues).toHaveBeenCalledOnce()
  kept(true)
  await vi.waitFor(() => {
    choose('active', false)
    expect(setValues).toHaveBeenCalledTimes(2)
  })
  expect(setValues.mock.calls[0]?.[2]).toEqual({ status: 'paused' })
})
