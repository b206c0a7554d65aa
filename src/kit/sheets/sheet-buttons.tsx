import { Link } from '@tanstack/react-router'
import { Download, Upload } from 'lucide-react'
import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { useAccess } from '#console/data/api/session.ts'
import { loadMessages, t } from '#console/i18n/i18n.ts'
import { Button, buttonClass } from '#console/ui/button.tsx'
import type { ListQuery } from '#contract/kit/field/list-query.ts'
import { holds } from '#contract/kit/field/permission.ts'
import type { Section } from '#contract/kit/section/section.ts'
import { hasCell } from '#contract/kit/section/sheet.ts'

const ExportWindow = lazy(async () => {
  const [module] = await Promise.all([import('./export-window.tsx'), loadMessages(['sheets', 'filters', 'sections'])])
  return { default: module.ExportWindow }
})

/** Nothing without the permission: Export needs get (docs/product/access.md#permissions), or the section's own. */
function ExportButton(props: Omit<ComponentProps<typeof ExportWindow>, 'onClose'>) {
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

const ImportWindow = lazy(async () => {
  const [module] = await Promise.all([import('./import-window.tsx'), loadMessages(['sheets', 'sections', 'forms', 'kit'])])
  return { default: module.ImportWindow }
})

interface Props {
  section: Section
  query: ListQuery
  /** Visible columns. */
  columns: readonly { name: string }[]
}

/** Links to the screen of a section with its own import. */
function ImportButton({ section }: Pick<Props, 'section'>) {
  const [isOpen, setOpen] = useState(false)
  const look = 'max-md:size-control max-md:px-0'
  const content = (
    <>
      <Upload aria-hidden="true" />
      <span className="max-md:hidden">{t('sheets.import')}</span>
    </>
  )
  if (section.kind === 'board')
    return (
      <Link to="/leads/import" aria-label={t('sheets.import')} className={buttonClass({ className: look })}>
        {content}
      </Link>
    )
  return (
    <>
      <Button aria-haspopup="dialog" aria-label={t('sheets.import')} className={look} onClick={() => setOpen(true)}>
        {content}
      </Button>
      <Suspense>{isOpen && <ImportWindow section={section} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}

/** Buttons for import and export. Import needs create (docs/product/access.md#permissions); without the permission there is no button. */
function SheetButtons({ section, query, columns }: Props) {
  const access = useAccess()
  const names = columns.map(({ name }) => name).filter((name) => hasCell(section, name))
  return (
    <>
      {section.import && holds(access, `create ${section.permission}`) && <ImportButton section={section} />}
      <ExportButton section={section} query={query} columns={names} />
    </>
  )
}

/** Loads buttons and words. */
export async function loadSheetButtons() {
  await loadMessages('sheets')
  return SheetButtons
}
