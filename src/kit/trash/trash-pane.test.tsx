import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import type { Section } from '#contract/kit/section/section.ts'
import { viewsOf } from '#contract/kit/section/view.ts'
import { post } from '#contract/sections/content/post.ts'
import { transaction } from '#contract/sections/sales/transaction.ts'
import { portofolio } from '#contract/sections/stock/portofolio.ts'
import { completeColumns } from '../list/query/columns.ts'
import type { ListPaneProps } from '../list/screen/list-pane.tsx'
import { TrashPane } from './trash-pane.tsx'

const shown: ListPaneProps[] = []
vi.mock('react', async (original) => ({
  ...(await original<object>()),
  useSyncExternalStore: <T,>(_subscribe: unknown, getSnapshot: () => T) => getSnapshot(),
}))
vi.mock('../list/screen/list-pane.tsx', () => ({
  ListPane: (props: ListPaneProps) => {
    shown.push(props)
    return null
  },
}))

function draw(section: Section) {
  const [view] = viewsOf(section).filter(({ trash }) => trash)
  if (!view) throw new Error(`${section.name} has no trash`)
  const parts = { section, columns: completeColumns(section, []), extras: {}, onIntent: () => undefined }
  renderToStaticMarkup(
    <TrashPane parts={parts} view={view} state={{ search: {}, show: () => undefined }} heading={{ level: 1, text: section.name }} />,
  )
  return shown.at(-1)?.parts
}

it.each([
  [post, 'trash'],
  [transaction, 'restore'],
] as const)('the trash leads to a page for each record, below its own path', (section, path) => {
  const parts = draw(section)
  expect(parts?.extras.recordAt).toBe(path)
  expect(parts?.columns.filter(({ link }) => link)).toHaveLength(1)
})

it('the trash has no links where no call reads a deleted record', () => {
  const parts = draw(portofolio)
  expect(parts?.extras.recordAt).toBeUndefined()
  expect(parts?.columns.some(({ link }) => link)).toBe(false)
})
