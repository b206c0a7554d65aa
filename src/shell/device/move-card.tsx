import { Download, Upload } from 'lucide-react'
import { type ChangeEvent, useRef, useState } from 'react'
import { postMessage } from '#console/data/base/messages.ts'
import { useStore } from '#console/data/base/store.ts'
import { outboxStore } from '#console/data/query/outbox-store.ts'
import { BundleError } from '#console/data/writes/bundle.ts'
import { importRows, type Preview, previewImport } from '#console/data/writes/move.ts'
import { t } from '#console/i18n/i18n.ts'
import { Alert } from '#console/ui/alert.tsx'
import { Button } from '#console/ui/button.tsx'
import { Card, CardHeader } from '#console/ui/card.tsx'
import { saveOutbox } from '../memory/save-outbox.ts'
import { ImportPreview } from './import-preview.tsx'

function errorText(error: unknown): string {
  return error instanceof BundleError ? t(`bundle.problem.${error.problem}`, { call: error.call }) : t('app.wrong')
}

type Step =
  | { at: 'idle' }
  | { at: 'busy'; with: 'export' | 'import' }
  | { at: 'preview'; preview: Preview }
  | { at: 'failed'; words: string }

/** Exports waiting changes, and imports those of the same person's other device. */
export function MoveCard() {
  const { rows } = useStore(outboxStore)
  const [step, setStep] = useState<Step>({ at: 'idle' })
  const input = useRef<HTMLInputElement>(null)
  const attempt = async (work: () => Promise<Step>, busy: 'export' | 'import') => {
    setStep({ at: 'busy', with: busy })
    setStep(await work().catch((error: unknown): Step => ({ at: 'failed', words: errorText(error) })))
  }
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? []
    event.target.value = ''
    if (file) void attempt(async () => ({ at: 'preview', preview: await previewImport(file) }), 'import')
  }
  const add = (preview: Preview) =>
    attempt(async () => {
      const count = await importRows(preview)
      postMessage({ kind: 'success', text: t('bundle.added', { count }) })
      return { at: 'idle' }
    }, 'import')
  const isBusy = (which: 'export' | 'import') => step.at === 'busy' && step.with === which
  return (
    <Card aria-labelledby="device-move">
      <CardHeader title={<span id="device-move">{t('bundle.title')}</span>} />
      <div className="grid gap-3 px-4 py-4">
        <p className="text-sm text-muted-foreground">{t('bundle.detail')}</p>
        <p className="text-sm text-muted-foreground">{t(rows.length ? 'bundle.private' : 'bundle.none')}</p>
        {step.at === 'failed' && <Alert tone="danger">{step.words}</Alert>}
        <div className="flex flex-wrap gap-2">
          <Button
            disabled={rows.length === 0}
            busy={isBusy('export')}
            onClick={() => void attempt(() => saveOutbox().then(() => ({ at: 'idle' })), 'export')}
          >
            <Download aria-hidden="true" />
            {t('bundle.export')}
          </Button>
          <Button busy={isBusy('import')} onClick={() => input.current?.click()}>
            <Upload aria-hidden="true" />
            {t('bundle.import')}
          </Button>
          <input ref={input} type="file" className="sr-only" tabIndex={-1} aria-label={t('bundle.import')} onChange={choose} />
        </div>
      </div>
      {step.at === 'preview' && (
        <ImportPreview preview={step.preview} onAdd={() => void add(step.preview)} onClose={() => setStep({ at: 'idle' })} />
      )}
    </Card>
  )
}
