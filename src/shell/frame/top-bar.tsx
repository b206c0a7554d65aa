import { CircleHelp, Search, Zap } from 'lucide-react'
import { Suspense } from 'react'
import { useWaiting } from '#console/data/query/outbox-store.ts'
import { t } from '#console/i18n/i18n.ts'
import { deferred } from '#console/kit/parts/deferred.tsx'
import { Button } from '#console/ui/button.tsx'
import { commandKey, Kbd } from '#console/ui/kbd.tsx'
import { Mark } from '../base/mark.tsx'
import { openWindow } from '../base/shell-window.ts'
import { AccountButton } from './account-button.tsx'
import { TopNav } from './top-nav.tsx'

const WaitingChip = deferred(async () => (await import('./waiting-chip.tsx')).WaitingChip)

/** Drawn once something waits, which is seldom with the first row. */
function Waiting() {
  const { waiting, parked } = useWaiting()
  return <Suspense>{waiting + parked > 0 && <WaitingChip waiting={waiting} parked={parked} />}</Suspense>
}

/** `navigation`: layout 3 has it in the top bar. */
export function TopBar({ navigation }: { navigation: boolean }) {
  return (
    <header data-top-bar="" className="sticky top-0 z-20 border-b bg-background/95 pt-(--safe-top) backdrop-blur">
      <div
        className={`mx-auto flex h-14 items-center gap-2 max-md:gap-1 ps-[max(1rem,var(--safe-left))] pe-[max(0.75rem,var(--safe-right))] md:px-6 ${navigation ? 'max-w-[1120px]' : ''}`}
      >
        {/* The name gives way, as a whole, before buttons do. */}
        <span className={`flex h-7 min-w-7 flex-wrap items-center gap-x-2 overflow-hidden ${navigation ? 'md:me-4' : 'md:hidden'}`}>
          <Mark className="size-7 shrink-0" />
          <span className="text-base font-semibold tracking-tight">Lapangan</span>
        </span>
        <Button
          variant="secondary"
          className="w-72 min-w-11 shrink! justify-start overflow-hidden bg-transparent font-normal text-muted-foreground shadow-none max-md:hidden"
          onClick={() => openWindow('palette')}
          aria-haspopup="dialog"
          aria-keyshortcuts="Control+K Meta+K"
        >
          <Search aria-hidden="true" />
          <span className="min-w-0 flex-1 truncate text-start">{t('app.search')}</span>
          <Kbd>{commandKey()}</Kbd>
          <Kbd>K</Kbd>
        </Button>
        <span className="flex-1" />
        <Waiting />
        <span data-tasks="" className="contents" />
        <Button
          variant="quiet"
          size="icon"
          className="md:hidden"
          aria-haspopup="dialog"
          aria-label={t('app.search')}
          onClick={() => openWindow('palette')}
        >
          <Search aria-hidden="true" />
        </Button>
        <Button
          variant="quiet"
          size="icon"
          className="max-md:hidden"
          aria-haspopup="dialog"
          aria-label={t('app.quick')}
          onClick={() => openWindow('quick')}
        >
          <Zap aria-hidden="true" />
        </Button>
        <Button
          variant="quiet"
          size="icon"
          className="max-md:hidden"
          aria-haspopup="dialog"
          aria-label={t('app.keys')}
          onClick={() => openWindow('keys')}
        >
          <CircleHelp aria-hidden="true" />
        </Button>
        <AccountButton />
      </div>
      {navigation && <TopNav />}
    </header>
  )
}
