import { Download } from 'lucide-react'
import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { useAccess } from '#console/data/api/session.ts'
import { loadMessages, t } from '#console/i18n/i18n.ts'
import { Button } from '#console/ui/button.tsx'
import { holds } from '#contract/kit/field/permission.ts'

const ExportWindow = lazy(async () => {
  const [module] = await Promise.all([import('./export-window.tsx'), loadMessages(['sheets', 'filters', 'sections'])])
  return { default: module.ExportWindow }
})

/** Nothing without the permission: Export needs get (docs/product/access.md#permissions), or the section's own. */
export function ExportButton(props: Omit<ComponentProps<typeof ExportWindow>, 'onClose'>) {
  const access = useAccess()
  const [isOpen, setOpen] = useState(false)
  const { permission, export: options } = props.section
  if (!options || !holds(access, options.permission ?? `get ${permission}`)) return null
  return (
    <>
      <Button
        aria-haspopup="dialog"
        aria-label={t('export.export')}
        className="max-md:size-control max-md:px-0"
        onClick={() => setOpen(true)}
      >
        <Download aria-hidden="true" />
        <span className="max-md:hidden">{t('export.export')}</span>
      </Button>
      {isOpen && (
        <Suspense>
          <ExportWindow {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
