/** What the first lead row does not need: menus, the board and the form come on intent. */
import { lazy } from 'react'

export const loadStatusMenu = () => import('./status-menu.tsx')
export const loadForm = () => import('./lead-form.tsx')

export const StatusMenu = lazy(() => loadStatusMenu().then((module) => ({ default: module.StatusMenu })))
export const BulkActions = lazy(() => import('./bulk-actions.tsx').then((module) => ({ default: module.BulkActions })))
export const SyncLine = lazy(() => import('./sync-line.tsx').then((module) => ({ default: module.SyncLine })))
export const Board = lazy(() => import('./board/board.tsx').then((module) => ({ default: module.Board })))
export const LeadForm = lazy(() => loadForm().then((module) => ({ default: module.LeadForm })))
