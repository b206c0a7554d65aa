import { CircleAlert, CircleCheck, FileText, FileUp, RotateCw, X } from 'lucide-react'
import { useId, useState } from 'react'
import { useStore } from '#console/data/base/store.ts'
import { t } from '#console/i18n/i18n.ts'
import { formatSize } from '#console/kit/text/format-more.ts'
import { useMay } from '#console/kit/text/permissions.ts'
import { Button, buttonClass } from '#console/ui/button.tsx'
import { Progress } from '#console/ui/progress.tsx'
import { knowledgeTypes, maxKnowledgeBytes } from '#contract/lib/knowledge.ts'
import { knowledge } from '#contract/sections/settings/knowledge.ts'
import type { UploadStatus } from './progress.ts'
import { addUploads, dismiss, sendAgain, type Upload, uploadStore } from './uploads.ts'

const accept = knowledgeTypes.map((type) => `.${type}`).join(',')

const words = {
  waiting: () => t('knowledge.upload.waiting'),
  uploading: (percent: number) => t('knowledge.upload.uploading', { percent }),
  saving: () => t('knowledge.upload.saving'),
  success: () => t('knowledge.upload.success'),
  offline: () => t('connection.none'),
} as const satisfies Record<UploadStatus, (percent: number) => string>

function problemOf({ problem }: Upload): string | null {
  if (problem === 'too_large') return t('knowledge.upload.tooLarge', { size: formatSize(maxKnowledgeBytes) })
  return problem && (problem.text || t('knowledge.upload.failed'))
}

function UploadRow({ upload }: { upload: Upload }) {
  const { id, file, progress } = upload
  const { percent, status, failed } = progress
  const isDone = status === 'success'
  const problem = problemOf(upload)
  const Icon = failed ? CircleAlert : isDone ? CircleCheck : FileText
  const tone = failed ? 'text-danger-text' : isDone ? 'text-primary-text' : 'text-muted-foreground'
  return (
    <li className="flex items-center gap-3 py-2">
      <Icon aria-hidden="true" className={`size-5 shrink-0 ${tone}`} />
      <div className="grid min-w-0 flex-1 gap-1.5">
        <div className="flex min-w-0 items-baseline gap-2 text-sm">
          <bdi className="truncate font-medium">{file.name}</bdi>
          <span className="shrink-0 text-xs text-muted-foreground tabular-nums">{formatSize(file.size)}</span>
          <span role="status" className={`ms-auto shrink-0 tabular-nums ${failed ? 'text-danger-text' : 'text-muted-foreground'}`}>
            {status && words[status](percent)}
          </span>
        </div>
        {problem === null ? (
          <Progress value={percent} label={file.name} className={failed ? 'opacity-40' : ''} />
        ) : (
          <p role="alert" className="text-sm text-danger-text">
            {problem}
          </p>
        )}
      </div>
      {(failed || upload.isRepeated) && !isDone && upload.problem !== 'too_large' && (
        <Button
          variant="quiet"
          size="icon"
          busy={!failed}
          aria-label={t('knowledge.upload.again', { name: file.name })}
          onClick={() => sendAgain(id)}
        >
          <RotateCw />
        </Button>
      )}
      {(failed || isDone) && (
        <Button variant="quiet" size="icon" aria-label={t('knowledge.upload.dismiss', { name: file.name })} onClick={() => dismiss(id)}>
          <X />
        </Button>
      )}
    </li>
  )
}

/** Upload of documents, dropped or chosen, with their progress. */
export function UploadPanel() {
  const uploads = useStore(uploadStore)
  const may = useMay(knowledge)
  const [isOver, setOver] = useState(false)
  const id = useId()
  if (!may.create) return null
  return (
    <div className="mx-4 mb-4 grid gap-2">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is a second way; the input beneath is the first */}
      <div
        className={`flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border border-dashed p-4 transition-colors ${isOver ? 'border-primary bg-primary-soft' : 'border-input'}`}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          addUploads([...event.dataTransfer.files])
        }}
      >
        <FileUp aria-hidden="true" className="size-6 shrink-0 text-muted-foreground" />
        <div className="min-w-0 flex-1 basis-48 text-sm">
          <p className="font-medium">{t('knowledge.upload.drop')}</p>
          <p className="text-muted-foreground">{t('knowledge.upload.limits', { size: formatSize(maxKnowledgeBytes) })}</p>
        </div>
        <label htmlFor={id} className={`${buttonClass({ variant: 'primary' })} focus-within:outline-2 focus-within:outline-ring`}>
          {t('knowledge.upload.choose')}
          <input
            id={id}
            type="file"
            multiple
            className="sr-only"
            accept={accept}
            onChange={(event) => {
              addUploads([...(event.currentTarget.files ?? [])])
              event.currentTarget.value = ''
            }}
          />
        </label>
      </div>
      {uploads.length > 0 && (
        <ul className="divide-y rounded-lg border px-4">
          {uploads.map((upload) => (
            <UploadRow key={upload.id} upload={upload} />
          ))}
        </ul>
      )}
    </div>
  )
}
