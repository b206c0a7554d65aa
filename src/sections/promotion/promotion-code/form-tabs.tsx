import { type ReactNode, useState } from 'react'
import { useAccess } from '#console/data/api/session.ts'
import { t, useLocale } from '#console/i18n/i18n.ts'
import { formatNumber } from '#console/kit/text/format.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { holds } from '#contract/kit/field/permission.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { TryCode } from './try-code.tsx'
import { Uses } from './uses.tsx'

const look =
  '-mb-px inline-flex h-control shrink-0 items-center gap-1.5 border-b-2 border-transparent px-2 text-sm text-muted-foreground hover:text-foreground aria-selected:border-primary aria-selected:text-foreground'

type Tab = 'details' | 'uses' | 'try'

interface PanelProps {
  tab: Tab
  chosen: Tab
  children: ReactNode
}

const Panel = ({ tab, chosen, children }: PanelProps) => (
  <div
    role="tabpanel"
    id={`promo-panel-${tab}`}
    aria-labelledby={`promo-tab-${tab}`}
    className={tab === chosen ? 'grid grid-cols-1 gap-x-6 gap-y-5 sm:col-span-2 sm:grid-cols-2' : 'hidden'}
  >
    {children}
  </div>
)

/** The form, with tabs for uses of the code and its trial. An unsynced code has no uses. */
export function FormTabs({ record, children }: { record: AnyRow | null; children: ReactNode }) {
  useLocale()
  const access = useAccess()
  const [chosen, choose] = useState<Tab>('details')
  if (!record || record.version === 0) return children
  const tabs: readonly Tab[] = holds(access, 'get member') ? ['details', 'uses', 'try'] : ['details', 'uses']
  const step = (from: Tab, by: number) => {
    const next = tabs[(tabs.indexOf(from) + by + tabs.length) % tabs.length] ?? from
    choose(next)
    document.getElementById(`promo-tab-${next}`)?.focus()
  }
  return (
    <>
      <div
        role="tablist"
        aria-label={toText(record.code)}
        className="flex gap-1 overflow-x-auto [scrollbar-width:none] border-b sm:col-span-2"
      >
        {tabs.map((tab) => (
          <button
            key={tab}
            type="button"
            role="tab"
            id={`promo-tab-${tab}`}
            aria-controls={`promo-panel-${tab}`}
            aria-selected={tab === chosen}
            tabIndex={tab === chosen ? 0 : -1}
            className={look}
            onClick={() => choose(tab)}
            onKeyDown={({ key }) => {
              const forward = document.documentElement.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
              if (key === 'ArrowRight' || key === 'ArrowLeft') step(tab, key === forward ? 1 : -1)
            }}
          >
            {t(`promotion-code.${tab}`)}
            {tab === 'uses' && <span className="tabular-nums">{formatNumber(Number(record.used ?? 0))}</span>}
          </button>
        ))}
      </div>
      <Panel tab="details" chosen={chosen}>
        {children}
      </Panel>
      <Panel tab="uses" chosen={chosen}>
        {chosen === 'uses' && (
          <div className="min-w-0 sm:col-span-2">
            <Uses record={record} />
          </div>
        )}
      </Panel>
      <Panel tab="try" chosen={chosen}>
        {chosen === 'try' && (
          <div className="min-w-0 sm:col-span-2">
            <TryCode record={record} />
          </div>
        )}
      </Panel>
    </>
  )
}
