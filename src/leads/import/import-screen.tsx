import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useEffect } from 'react'
import { t, useLocale } from '#console/i18n/i18n.ts'
import { formatNumber } from '#console/kit/text/format.ts'
import { buttonClass } from '#console/ui/button.tsx'
import { useTitle } from '#console/ui/hooks/use-title.ts'
import { formatFileSize } from '#contract/lib/file-size.ts'
import { Steps, TroubleAlert } from './frame.tsx'
import { resume } from './run.ts'
import { useImport } from './state.ts'
import { StepCheck } from './step-check.tsx'
import { StepColumns } from './step-columns.tsx'
import { StepFile } from './step-file.tsx'
import { StepResult } from './step-result.tsx'
import { StepRun } from './step-run.tsx'

const bodies = { file: StepFile, columns: StepColumns, check: StepCheck, run: StepRun, result: StepResult }

/** Facts about the file: name, size, rows, and text encoding. */
function AboutFile() {
  const { file, about } = useImport()
  if (!file || !about) return null
  const facts = [
    formatFileSize(file.size),
    t('import.rows', { count: about.total, shown: formatNumber(about.total) }),
    ...(about.sheet ? [t('import.sheet', { name: about.sheet })] : []),
    ...(about.encoding === 'mixed' ? [t('import.mixed')] : about.encoding ? [about.encoding.toUpperCase()] : []),
  ]
  return (
    <p className="mb-4 text-sm text-muted-foreground" data-import-file={file.name}>
      <bdi className="font-medium text-foreground">{file.name}</bdi>
      {facts.map((fact) => (
        <span key={fact}>
          {' · '}
          <bdi>{fact}</bdi>
        </span>
      ))}
    </p>
  )
}

/** Wizard of an import: file, columns, dry run, sending, result. */
export function ImportScreen() {
  useLocale()
  useTitle(t('import.title'))
  const { step, trouble } = useImport()
  const Body = bodies[step]
  useEffect(() => void resume(), [])
  return (
    <div className="mx-auto flex min-h-full w-full max-w-4xl flex-col px-4 pt-4 md:px-6 md:pt-8">
      <header className="mb-5 flex items-center gap-2">
        <Link
          to="/leads/list"
          aria-label={t('import.toLeads')}
          className={buttonClass({ variant: 'quiet', size: 'icon', className: '-ms-2' })}
        >
          <ArrowLeft aria-hidden="true" className="rtl:-scale-x-100" />
        </Link>
        <h1 className="text-xl font-semibold">{t('import.title')}</h1>
      </header>
      <Steps step={step} />
      <AboutFile />
      <div className="flex flex-1 flex-col gap-4 pb-6">
        <TroubleAlert trouble={trouble} />
        <Body />
      </div>
    </div>
  )
}
