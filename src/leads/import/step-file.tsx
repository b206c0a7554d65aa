import { FileSpreadsheet, Upload } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { formatSize } from '#console/i18n/size.ts'
import { formatNumber } from '#console/kit/text/format.ts'
import { Button } from '#console/ui/button.tsx'
import { Spinner } from '#console/ui/spinner.tsx'
import { importLimits } from '#contract/import/limits.ts'
import { chooseFile } from './actions.ts'
import { RecentImports } from './recent-imports.tsx'
import { useImport } from './state.ts'

const accept = '.xlsx,.xls,.csv,text/csv,application/vnd.ms-excel,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Chooses or drops a file; recent imports are below. */
export function StepFile() {
  const { busy } = useImport()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const take = (list: FileList | null) => {
    const file = list?.[0]
    if (file) void chooseFile(file, file.name)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files)
  }
  return (
    <>
      <section
        aria-label={t('import.choose')}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={`flex flex-col items-center gap-1 rounded-xl border-2 border-dashed px-6 py-12 text-center transition-colors ${over ? 'border-primary bg-primary-soft' : 'border-input bg-card'}`}
      >
        <span className="mb-3 flex size-12 items-center justify-center rounded-full bg-muted text-muted-foreground">
          {busy ? <Spinner className="size-6" /> : <FileSpreadsheet aria-hidden="true" className="size-6" />}
        </span>
        <p className="font-medium">{t(busy ? 'import.reading' : 'import.drop')}</p>
        <p className="max-w-md text-sm text-muted-foreground">
          {t('import.limits', { rows: formatNumber(importLimits.rows), size: formatSize(importLimits.bytes) })}
        </p>
        <input
          ref={input}
          type="file"
          accept={accept}
          aria-label={t('import.choose')}
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => {
            take(event.currentTarget.files)
            event.currentTarget.value = ''
          }}
        />
        <Button variant="primary" className="mt-4" busy={busy} onClick={() => input.current?.click()}>
          <Upload aria-hidden="true" />
          {t('import.choose')}
        </Button>
      </section>
      <RecentImports />
    </>
  )
}
