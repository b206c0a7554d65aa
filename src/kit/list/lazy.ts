/** What the first row does not need; each piece is fetched on intent, when it is first drawn, or while the device rests. */

import { lazy } from 'react'
import { firstRow } from '#console/data/first-row.ts'
import { loadMessages } from '#console/i18n/i18n.ts'

export const loadFilters = async () => (await Promise.all([import('./filter-panel.tsx'), loadMessages('filters')]))[0]
export const loadSort = async () => (await Promise.all([import('./sort-menu.tsx'), loadMessages('filters')]))[0]
export const loadColumns = () => import('./columns-menu.tsx')
/** The question before a delete: without it here, deleting without a network could not be asked for. */
const loadQuestion = () => Promise.all([import('../ask-and-remove.ts'), import('#console/ui/confirm-window.tsx')])
export const loadViews = () => import('./views.tsx')
export const loadRowMenu = () => import('./row-menu.tsx')

/** The panels that a press opens, so that the first press finds them here. One after the other: nobody waits for them. */
export async function loadPanels(): Promise<void> {
  for (const load of [loadRowMenu, loadQuestion, loadFilters, loadColumns]) await load()
}

export const FilterPanel = lazy(() => loadFilters().then((module) => ({ default: module.FilterPanel })))
export const SortMenu = lazy(() => loadSort().then((module) => ({ default: module.SortMenu })))
export const ColumnsMenu = lazy(() => loadColumns().then((module) => ({ default: module.ColumnsMenu })))
export const BodySwitch = lazy(() => import('./body-switch.tsx').then((module) => ({ default: module.BodySwitch })))
export const StackedPane = lazy(() => import('./stacked-pane.tsx').then((module) => ({ default: module.StackedPane })))
export const TrashPane = lazy(() =>
  Promise.all([import('../trash/trash-pane.tsx'), loadMessages(['trash', 'kit']).catch(() => undefined)]).then(([module]) => ({
    default: module.TrashPane,
  })),
)
export const ViewTabs = lazy(() => import('./view-tabs.tsx').then((module) => ({ default: module.ViewTabs })))
export const ViewLinks = lazy(() => import('./view-links.tsx').then((module) => ({ default: module.ViewLinks })))
export const ViewsMenu = lazy(() => loadViews().then((module) => ({ default: module.ViewsMenu })))
export const RowMenu = lazy(() => loadRowMenu().then((module) => ({ default: module.RowMenu })))
export const CallButtons = lazy(() => import('../calls/call-buttons.tsx').then((module) => ({ default: module.CallButtons })))
export const BulkBar = lazy(() => import('./bulk-bar.tsx').then((module) => ({ default: module.BulkBar })))
export const AfterRows = lazy(() => firstRow.then(() => import('./after-rows.tsx')).then((module) => ({ default: module.AfterRows })))
export const LongTable = lazy(() => import('./long-table.tsx').then((module) => ({ default: module.LongTable })))
export const OrderTable = lazy(() => import('./order-table.tsx').then((module) => ({ default: module.OrderTable })))
export const Pagination = lazy(() => import('./pagination.tsx').then((module) => ({ default: module.Pagination })))
export const MoveButtons = lazy(() => import('./move-buttons.tsx').then((module) => ({ default: module.MoveButtons })))
export const Thumbnail = lazy(() => import('./thumbnail.tsx').then((module) => ({ default: module.Thumbnail })))
export const InlineSelect = lazy(() => import('./inline-select.tsx').then((module) => ({ default: module.InlineSelect })))
export const BulkEdit = lazy(() =>
  Promise.all([import('./bulk-edit.tsx'), loadMessages(['forms', 'kit'])]).then(([module]) => ({ default: module.BulkEdit })),
)
export const ReferenceNames = lazy(() => import('./reference-names.tsx').then((module) => ({ default: module.ReferenceNames })))
/** With the outbox, before which no row has a mark. */
export const MarkBadge = lazy(() => import('./marks.tsx').then((module) => ({ default: module.MarkBadge })))
export const SwitchCell = lazy(() => import('./switch-cell.tsx').then((module) => ({ default: module.SwitchCell })))
export const RetryButton = lazy(() => import('../retry-button.tsx').then((module) => ({ default: module.RetryButton })))
export const StaleNotice = lazy(() =>
  firstRow.then(() => import('../stale-notice.tsx')).then((module) => ({ default: module.StaleNotice })),
)
export const SheetButtons = lazy(() =>
  firstRow.then(() => import('../sheets/sheet-buttons.tsx')).then((module) => module.loadSheetButtons()),
)
export const SideScrollbar = lazy(() =>
  firstRow.then(() => import('./side-scrollbar.tsx')).then((module) => ({ default: module.SideScrollbar })),
)
