import { Link } from '@tanstack/react-router'
import { Download, Upload } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useAccess } from '#console/data/session.ts'
import { loadMessages, t } from '#console/i18n/i18n.ts'
import { Button, buttonClass } from '#console/ui/button.tsx'
import type { ListQuery } from '#contract/kit/list-query.ts'
import { holds } from '#contract/kit/permission.ts'

const ExportWindow = lazy(async () => {
  const [module] = await Promise.all([import('./export/export-window.tsx'), loadMessages(['import', 'filters'])])
  return { default: module.ExportWindow }
})

/** Import needs create, Export needs get (part-1 section 6); without the permission there is no button. */
function TransferButtons({ query }: { query: ListQuery }) {
  const access = useAccess()
  const [exporting, setExporting] = useState(false)
  return (
    <>
      {holds(access, 'create crm') && (
        <Link to="/leads/import" aria-label={t('import.import')} className={buttonClass({ className: 'max-md:size-control max-md:px-0' })}>
          <Upload aria-hidden="true" />
          <span className="max-md:hidden">{t('import.import')}</span>
        </Link>
      )}
      {holds(access, 'get crm') && (
        <Button
          aria-haspopup="dialog"
          aria-label={t('export.export')}
          className="max-md:size-control max-md:px-0"
          onClick={() => setExporting(true)}
        >
          <Download aria-hidden="true" />
          <span className="max-md:hidden">{t('export.export')}</span>
        </Button>
      )}
      {exporting && (
        <Suspense>
          <ExportWindow query={query} onClose={() => setExporting(false)} />
        </Suspense>
      )}
    </>
  )
}

/** The buttons with their words. */
export async function loadTransferButtons() {
  await loadMessages('import')
  return { default: TransferButtons }
}
