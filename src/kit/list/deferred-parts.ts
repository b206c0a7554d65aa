/** Code not needed for the first row; each piece is loaded on intent, when first drawn, or while idle. */

import { lazy } from 'react'
import { firstRow } from '#console/data/base/deferred.ts'
import { loadMessages } from '#console/i18n/i18n.ts'
import { deferred, effects } from '../parts/deferred.tsx'

export const loadFilters = async () => (await Promise.all([import('./filters/filter-panel.tsx'), loadMessages('filters')]))[0]
export const loadSheet = async () => (await Promise.all([import('./filters/filter-sheet.tsx'), loadMessages('filters')]))[0]
export const loadColumns = async () => (await Promise.all([import('./filters/columns-menu.tsx'), loadMessages('filters')]))[0]
/** The confirmation of a delete, preloaded so that deleting works offline. */
const loadQuestion = () => Promise.all([import('../actions/ask-and-remove.ts'), import('#console/ui/confirm-window.tsx')])
export const loadViews = async () => (await Promise.all([import('./filters/views.tsx'), loadMessages('filters')]))[0]
export const loadRowMenu = () => import('./table/row-menu.tsx')

/** Preloads the panels that a press opens, one after the other: none is urgent. */
export async function loadPanels(phone: boolean): Promise<void> {
  for (const load of [loadRowMenu, loadQuestion, ...(phone ? [loadSheet] : [loadFilters, loadColumns])]) await load()
}

export const FilterPanel = deferred(() => loadFilters().then((module) => module.FilterPanel))
export const FilterSheet = deferred(() => loadSheet().then((module) => module.FilterSheet))
export const FilterChips = deferred(async () => {
  const [module] = await Promise.all([import('./filters/filter-chips.tsx'), loadMessages('filters')])
  return module.FilterChips
})
export const ColumnsMenu = deferred(() => loadColumns().then((module) => module.ColumnsMenu))
export const BodySwitch = deferred(() => firstRow.then(() => import('./filters/body-switch.tsx')).then((module) => module.BodySwitch))
export const StackedPane = lazy(() => import('./screen/stacked-pane.tsx').then((module) => ({ default: module.StackedPane })))
export const TrashPane = lazy(() =>
  Promise.all([import('../trash/trash-pane.tsx'), loadMessages(['trash', 'kit']).catch(() => undefined)]).then(([module]) => ({
    default: module.TrashPane,
  })),
)
export const ViewTabs = deferred(() => import('./filters/view-tabs.tsx').then((module) => module.ViewTabs))
export const ViewLinks = deferred(() => import('./filters/view-links.tsx').then((module) => module.ViewLinks))
export const ViewsMenu = deferred(() => loadViews().then((module) => module.ViewsMenu))
export const RowMenu = deferred(() => loadRowMenu().then((module) => module.RowMenu))
export const CallButtons = deferred(() => import('../calls/call-buttons.tsx').then((module) => module.CallButtons))
export const AfterRows = effects(() => firstRow.then(() => import('./rows/after-rows.tsx')).then((module) => module.AfterRows))
export const LongTable = lazy(() => import('./table/long-table.tsx').then((module) => ({ default: module.LongTable })))
export const OrderTable = lazy(async () => {
  const [module] = await Promise.all([import('./table/order-table.tsx'), loadMessages('filters').catch(() => undefined)])
  return { default: module.OrderTable }
})
export const ListFoot = deferred(() => import('./screen/list-foot.tsx').then((module) => module.ListFoot))
export const MoreRows = deferred(async () => {
  const [module] = await Promise.all([import('./rows/more-rows.tsx'), loadMessages('filters')])
  return module.MoreRows
})
export const LongCards = lazy(() => import('./table/long-cards.tsx').then((module) => ({ default: module.LongCards })))
export const MoveButtons = deferred(() => import('./table/move-buttons.tsx').then((module) => module.MoveButtons))
export const Thumbnail = deferred(() => import('./table/thumbnail.tsx').then((module) => module.Thumbnail))
export const Empty = deferred(() => import('./table/no-rows.tsx').then((module) => module.Empty))
export const Failed = deferred(() => import('./table/no-rows.tsx').then((module) => module.Failed))
export const InlineSelect = deferred(() => import('./table/inline-select.tsx').then((module) => module.InlineSelect))
export const BulkEdit = deferred(() =>
  Promise.all([import('./screen/bulk-edit.tsx'), loadMessages(['forms', 'kit'])]).then(([module]) => module.BulkEdit),
)
export const ReferenceNames = deferred(() => import('../parts/reference-names.tsx').then((module) => module.ReferenceNames))
/** With the outbox, before which no row has a mark. */
export const MarkBadge = deferred(() => import('../parts/marks.tsx').then((module) => module.MarkBadge))
export const SwitchCell = deferred(() => import('./table/switch-cell.tsx').then((module) => module.SwitchCell))
export const RetryButton = deferred(() => import('../parts/retry-button.tsx').then((module) => module.RetryButton))
export const StaleNotice = deferred(() => firstRow.then(() => import('../parts/stale-notice.tsx')).then((module) => module.StaleNotice))
export const SheetButtons = deferred(() =>
  firstRow.then(() => import('../sheets/sheet-buttons.tsx')).then((module) => module.loadSheetButtons()),
)
export const SideScrollbar = deferred(() => firstRow.then(() => import('./rows/side-scrollbar.tsx')).then((module) => module.SideScrollbar))
