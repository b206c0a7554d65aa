import { Suspense } from 'react'
import { useStore } from '#console/data/base/store.ts'
import { loadMessages } from '#console/i18n/i18n.ts'
import { deferred } from '#console/kit/parts/deferred.tsx'
import { closeWindow, shellWindowStore } from '../base/shell-window.ts'

const Palette = deferred(async () => {
  const [module] = await Promise.all([import('../palette/palette.tsx'), loadMessages(['help', 'preferences'])])
  return module.Palette
})
const KeysSheet = deferred(async () => {
  const [module] = await Promise.all([import('./keys-sheet.tsx'), loadMessages('help')])
  return module.KeysSheet
})
const PreferencesPanel = deferred(async () => {
  const [module] = await Promise.all([import('../preferences/preferences-panel.tsx'), loadMessages('preferences')])
  return module.PreferencesPanel
})
const QuickPanel = deferred(async () => {
  const [module] = await Promise.all([import('../quick-panel/quick-panel.tsx'), loadMessages(['dashboard', 'outbox', 'kit'])])
  return module.QuickPanel
})
const NavDrawer = deferred(async () => {
  const [module] = await Promise.all([import('./nav-drawer.tsx'), loadMessages('menu')])
  return module.NavDrawer
})

/** The open window, if any. */
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
