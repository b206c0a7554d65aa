import { type ReactNode, useState } from 'react'
import { t, useLocale } from '#console/i18n/i18n.ts'
import { formatNumber } from '#console/kit/format.ts'
import type { AnyRow } from '#contract/kit/section.ts'
import { Uses } from './uses.tsx'

const look =
  '-mb-px inline-flex h-control shrink-0 items-center gap-1.5 border-b-2 border-transparent px-2 text-sm text-muted-foreground hover:text-foreground aria-selected:border-primary aria-selected:text-foreground'

const tabs = ['details', 'uses'] as const

/** The form, and beside it who used the code. A code that waits to be sent was used by nobody. */
export function FormTabs({ record, children }: { record: AnyRow | null; children: ReactNode }) {
  useLocale()
  const [chosen, choose] = useState<(typeof tabs)[number]>('details')
  const isKnown = record !== null && record.version > 0
  const step = (by: number) => choose(tabs[(tabs.indexOf(chosen) + by + tabs.length) % tabs.length] ?? 'details')
  if (!isKnown) return children
  return (
    <>
      <div role="tablist" aria-label={String(record.code)} className="flex gap-1 border-b sm:col-span-2">
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
              if (key !== 'ArrowRight' && key !== 'ArrowLeft') return
              step(1)
              document.getElementById(`promo-tab-${tab === 'details' ? 'uses' : 'details'}`)?.focus()
            }}
          >
            {t(`promotion-code.${tab}`)}
            {tab === 'uses' && <span className="tabular-nums">{formatNumber(Number(record.used ?? 0))}</span>}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id="promo-panel-details"
        aria-labelledby="promo-tab-details"
        hidden={chosen !== 'details'}
        className="grid grid-cols-1 gap-x-6 gap-y-5 sm:col-span-2 sm:grid-cols-2 [&[hidden]]:hidden"
      >
        {children}
      </div>
      <div role="tabpanel" id="promo-panel-uses" aria-labelledby="promo-tab-uses" hidden={chosen !== 'uses'} className="sm:col-span-2">
        {chosen === 'uses' && <Uses record={record} />}
      </div>
    </>
  )
}
