import { Link } from '@tanstack/react-router'
import { t } from '#console/i18n/i18n.ts'
import { Alert } from '#console/ui/alert.tsx'
import { Button, buttonClass } from '#console/ui/button.tsx'
import type { ImportState as State } from '#contract/import/import-calls.ts'
import { startOver } from './actions.ts'
import { BadRows } from './bad-rows.tsx'
import { Footer } from './frame.tsx'
import { Counts, UnchangedLeads } from './outcome.tsx'
import { change, useImport } from './state.ts'
import { UndoButton } from './undo-button.tsx'

const titles = {
  done: 'import.finished',
  cancelled: 'import.wasCancelled',
  undone: 'import.wasUndone',
  undoing: 'import.undoing',
  running: 'import.running',
  failed: 'import.wasCancelled',
  checked: 'import.finished',
} as const satisfies Record<State, string>

/** Counts, refused rows, and a link back. */
export function StepResult() {
  const { result, leftOut, problems } = useImport()
  if (!result) return null
  return (
    <>
      <h2 className="text-lg font-semibold">{t(titles[result.state])}</h2>
      {result.state === 'cancelled' && (
        <Alert tone="warning">{t('import.partly', { done: result.created + result.updated, total: result.total })}</Alert>
      )}
      <Counts so={result} leftOut={leftOut} />
      <UndoButton so={result} onChange={(so) => change({ result: so })} />
      <UnchangedLeads so={result} />
      <BadRows rows={[...problems, ...result.failures].toSorted((a, b) => a.row - b.row)} />
      <Footer>
        <Button onClick={startOver}>{t('import.another')}</Button>
        <Link to="/leads/list" className={buttonClass({ variant: 'primary' })}>
          {t('import.toLeads')}
        </Link>
      </Footer>
    </>
  )
}
