import { lazy, Suspense } from 'react'
import { useStore } from '#console/data/store.ts'
import { loadMessages } from '#console/i18n/i18n.ts'
import { closeWindow, shellWindowStore } from './shell-window.ts'

const Palette = lazy(async () => {
  const [module] = await Promise.all([import('./palette.tsx'), loadMessages(['help', 'kit', 'preferences'])])
  return { default: module.Palette }
})
const KeysSheet = lazy(async () => {
  const [module] = await Promise.all([import('./keys-sheet.tsx'), loadMessages('help')])
  return { default: module.KeysSheet }
})
const PreferencesPanel = lazy(async () => {
  const [module] = await Promise.all([import('./preferences/preferences-panel.tsx'), loadMessages('preferences')])
  return { default: module.PreferencesPanel }
})
const QuickPanel = lazy(async () => {
  const [module] = await Promise.all([import('./quick-panel/quick-panel.tsx'), loadMessages(['dashboard', 'outbox', 'kit'])])
  return { default: module.QuickPanel }
})
const NavDrawer = lazy(async () => {
  const [module] = await Promise.all([import('./nav-drawer.tsx'), loadMessages('menu')])
  return { default: module.NavDrawer }
})

/** The window that is open, if any. */
export function ShellWindows() {
  const opened = useStore(shellWindowStore)
  return (
    <Suspense>
      {opened === 'palette' && <Palette onClose={closeWindow} />}
      {opened === 'keys' && <KeysSheet onClose={closeWindow} />}
      {opened === 'preferences' && <PreferencesPanel onClose={closeWindow} />}
      {opened === 'quick' && <QuickPanel onClose={closeWindow} />}
      {opened === 'drawer' && <NavDrawer onClose={closeWindow} />}
    </Suspense>
  )
}
