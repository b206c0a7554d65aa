import { PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { Suspense } from 'react'
import { firstRow } from '#console/data/base/deferred.ts'
import { readItem, writeItem } from '#console/data/base/storage.ts'
import { createStore, useStore } from '#console/data/base/store.ts'
import { loadMessages, t } from '#console/i18n/i18n.ts'
import { deferred } from '#console/kit/parts/deferred.tsx'
import { Button } from '#console/ui/button.tsx'
import { cn } from '#console/ui/cn.ts'
import { Mark } from '../base/mark.tsx'

/** Loaded after the rows, which matter more. */
const Menu = deferred(async () => {
  await firstRow
  const [module] = await Promise.all([import('../menu/menu.tsx'), loadMessages('menu')])
  return module.Menu
})

const key = 'lapangan-nav-folded'
const foldedStore = createStore(readItem(key) === 'true')

function toggle(): void {
  foldedStore.set((old) => !old)
  writeItem(key, String(foldedStore.get()))
}

/** 280 px wide, 64 folded (docs/product/access.md#navigation); replaced on a phone by the bottom bar and the drawer. */
export function SideNav() {
  const folded = useStore(foldedStore)
  const Icon = folded ? PanelLeftOpen : PanelLeftClose
  return (
    <aside
      aria-label={t('app.menu')}
      className={cn(
        'sticky top-0 hidden h-dvh shrink-0 flex-col border-e bg-sidebar transition-[width] duration-150 md:flex',
        folded ? 'w-[64px]' : 'w-[280px]',
      )}
    >
      <div className={cn('flex h-14 shrink-0 items-center gap-2.5 px-4', folded && 'justify-center px-0')}>
        <Mark />
        {!folded && <span className="text-base font-semibold tracking-tight">Lapangan</span>}
      </div>
      <Suspense fallback={<div className="flex-1" />}>
        <Menu narrow={folded} />
      </Suspense>
      <div className={cn('flex p-3', folded ? 'justify-center' : 'justify-end')}>
        <Button
          variant="quiet"
          size="icon"
          aria-label={folded ? t('app.unfold') : t('app.fold')}
          aria-expanded={!folded}
          className="aria-expanded:bg-transparent"
          onClick={toggle}
        >
          <Icon aria-hidden="true" className="rtl:-scale-x-100" />
        </Button>
      </div>
    </aside>
  )
}
