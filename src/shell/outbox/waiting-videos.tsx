import { Upload } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useStore } from '#console/data/base/store.ts'
import type { OutboxRow } from '#console/data/query/outbox-store.ts'
import { hashVideo } from '#console/data/uploads/hash-video.ts'
import { stagedIn } from '#console/data/uploads/retry-staged.ts'
import { restoreUploads, startUpload, uploadsStore, type VideoUpload } from '#console/data/uploads/video-uploads.ts'
import { loadMessages, t } from '#console/i18n/i18n.ts'
import { UploadProgress } from '#console/kit/form/inputs/video-input.tsx'
import { buttonClass } from '#console/ui/button.tsx'

/** A file whose bytes the browser does not have any more. */
function ChooseAgain({ entry }: { entry: VideoUpload }) {
  const [percent, setPercent] = useState<number | null>(null)
  const [problem, setProblem] = useState('')
  async function take(file: File) {
    setProblem('')
    setPercent(0)
    try {
      const sha256 = await hashVideo(file, setPercent, new AbortController().signal)
      if (sha256 === entry.sha256) startUpload(entry, file)
      else setProblem(t('video.otherFile', { name: entry.name }))
    } catch {
      setProblem(t('video.unreadable'))
    } finally {
      setPercent(null)
    }
  }
  return (
    <div className="flex flex-col gap-1.5">
      <label className={`${buttonClass({ size: 'small' })} self-start focus-within:outline-2 focus-within:outline-ring`}>
        <Upload />
        {percent === null ? t('video.chooseAgain') : t('video.checking', { percent })}
        <input
          type="file"
          accept="video/*"
          className="sr-only"
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? []
            if (file) void take(file)
            event.currentTarget.value = ''
          }}
        />
      </label>
      {problem && (
        <p role="alert" className="text-danger-text">
          {problem}
        </p>
      )}
    </div>
  )
}

/** The videos that a change waits for. */
function WaitingVideos({ row }: { row: OutboxRow }) {
  const uploads = useStore(uploadsStore)
  useEffect(() => void restoreUploads(), [])
  const entries = stagedIn(row.patch).flatMap((sha256) => uploads[sha256] ?? [])
  return entries.map((entry) => (
    <section key={entry.sha256} className="grid gap-1.5 rounded-lg border p-3 text-sm">
      <p className="font-medium">{t('video.waitsFor', { name: entry.name })}</p>
      <UploadProgress entry={entry} />
      {entry.phase === 'lost' && <ChooseAgain entry={entry} />}
    </section>
  ))
}

/** Loads it with its words. */
export async function load() {
  await loadMessages(['videos', 'kit']).catch(() => undefined)
  return { default: WaitingVideos }
}
