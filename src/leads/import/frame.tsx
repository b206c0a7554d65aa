import type { ReactNode } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { formatNumber } from '#console/kit/text/format.ts'
import { Alert } from '#console/ui/alert.tsx'
import type { ImportState, Trouble } from './state.ts'

/** Buttons of a step, sticky at the lower edge in long steps. */
export function Footer({ children }: { children: ReactNode }) {
  return (
    <footer className="sticky bottom-[var(--bottom-bar,0px)] z-10 -mx-4 flex flex-wrap justify-end gap-2 border-t bg-background px-4 py-3 md:-mx-6 md:px-6">
      {children}
    </footer>
  )
}

const steps = ['file', 'columns', 'check', 'run'] as const

/** Current step; earlier ones are marked. */
export function Steps({ step }: { step: ImportState['step'] }) {
  const now = step === 'result' ? steps.length : steps.indexOf(step)
  return (
    <ol className="mb-5 flex gap-1.5" aria-label={t('import.steps')}>
      {steps.map((each, at) => (
        <li key={each} className="min-w-0 flex-1" aria-current={at === now ? 'step' : undefined}>
          <span className={`block h-1 rounded-full ${at <= now ? 'bg-primary' : 'bg-muted'}`} />
          <span className={`mt-1.5 block truncate text-xs ${at === now ? 'font-medium' : 'text-muted-foreground'}`}>
            {t(`import.step.${each}`)}
          </span>
        </li>
      ))}
    </ol>
  )
}

function troubleText(trouble: Trouble): string {
  switch (trouble.is) {
    case 'file':
      return t(
        `import.file.${trouble.code}`,
        Object.fromEntries(Object.entries(trouble.params).map(([name, value]) => [name, formatNumber(value)])),
      )
    case 'words':
      return trouble.words
    default:
      return t(`import.trouble.${trouble.is}`)
  }
}

export function TroubleAlert({ trouble }: { trouble: Trouble | null }) {
  return trouble && <Alert tone="danger">{troubleText(trouble)}</Alert>
}

/** A number with its label. */
export function Count({ label, value, tone = '' }: { label: string; value: number; tone?: string }) {
  return (
    <div className="min-w-0 flex-1 basis-28 rounded-xl border bg-card px-3 py-2.5">
      <dt className="text-xs text-muted-foreground">{label}</dt>
      <dd className={`text-xl font-semibold tabular-nums ${tone}`}>{formatNumber(value)}</dd>
    </div>
  )
}
