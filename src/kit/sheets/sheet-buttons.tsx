import { Link, useNavigate } from '@tanstack/react-router'
import { Download, MoreVertical, Upload } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useAccess } from '#console/data/api/session.ts'
import { loadMessages, t } from '#console/i18n/i18n.ts'
import { Button, buttonClass } from '#console/ui/button.tsx'
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '#console/ui/dropdown-menu.tsx'
import { usePhone } from '#console/ui/hooks/use-media.ts'
import type { ListQuery } from '#contract/kit/field/list-query.ts'
import { holds } from '#contract/kit/field/permission.ts'
import type { Section } from '#contract/kit/section/section.ts'
import { hasCell } from '#contract/kit/section/sheet.ts'

const ExportWindow = lazy(async () => {
  const [module] = await Promise.all([import('./export-window.tsx'), loadMessages(['sheets', 'filters', 'sections'])])
  return { default: module.ExportWindow }
})

const ImportWindow = lazy(async () => {
  const [module] = await Promise.all([import('./import-window.tsx'), loadMessages(['sheets', 'sections', 'forms', 'kit', 'import'])])
  return { default: module.ImportWindow }
})

interface Props {
  section: Section
  query: ListQuery
  /** Visible columns. */
  columns: readonly { name: string }[]
}

/**
 * Import and export: buttons, on a phone entries of a menu. Import needs create, export get or the section's own permission
 * (docs/product/access.md#permissions); a section with its own import has a screen for it.
 */
function SheetButtons({ section, query, columns }: Props) {
  const access = useAccess()
  const phone = usePhone()
  const navigate = useNavigate()
  const [window, setWindow] = useState<'import' | 'export' | null>(null)
  const close = () => setWindow(null)
  const { permission, export: options } = section
  const mayImport = section.import !== undefined && holds(access, `create ${permission}`)
  const mayExport = options !== undefined && holds(access, options.permission ?? `get ${permission}`)
  const hasScreen = section.kind === 'board'
  if (!mayImport && !mayExport) return null
  const importing = (
    <>
      <Upload aria-hidden="true" />
      {t('sheets.import')}
    </>
  )
  const exporting = (
    <>
      <Download aria-hidden="true" />
      {t('export.export')}
    </>
  )
  return (
    <>
      {phone ? (
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <Button variant="quiet" size="icon" aria-label={t('app.more')}>
              <MoreVertical aria-hidden="true" />
            </Button>
          </DropdownMenuTrigger>
          <DropdownMenuContent align="end">
            {mayImport && (
              <DropdownMenuItem
                aria-haspopup={hasScreen ? undefined : 'dialog'}
                onSelect={() => (hasScreen ? void navigate({ to: '/leads/import' }) : setWindow('import'))}
              >
                {importing}
              </DropdownMenuItem>
            )}
            {mayExport && (
              <DropdownMenuItem aria-haspopup="dialog" onSelect={() => setWindow('export')}>
                {exporting}
              </DropdownMenuItem>
            )}
          </DropdownMenuContent>
        </DropdownMenu>
      ) : (
        <>
          {mayImport &&
            (hasScreen ? (
              <Link to="/leads/import" className={buttonClass()}>
                {importing}
              </Link>
            ) : (
              <Button aria-haspopup="dialog" onClick={() => setWindow('import')}>
                {importing}
              </Button>
            ))}
          {mayExport && (
            <Button aria-haspopup="dialog" onClick={() => setWindow('export')}>
              {exporting}
            </Button>
          )}
        </>
      )}
      <Suspense>
        {window === 'import' && <ImportWindow section={section} onClose={close} />}
        {window === 'export' && (
          <ExportWindow
            section={section}
            query={query}
            columns={columns.map(({ name }) => name).filter((name) => hasCell(section, name))}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  )
}

/** Loads buttons and words. */
export async function loadSheetButtons() {
  await loadMessages('sheets')
  return SheetButtons
}
