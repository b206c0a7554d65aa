import { FileVideo, Pause, Play, RotateCw, Upload, X } from 'lucide-react'
import { type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { getConfig } from '#console/data/api/config.ts'
import { useSession } from '#console/data/api/session.ts'
import { useStore } from '#console/data/base/store.ts'
import { hashVideo } from '#console/data/uploads/hash-video.ts'
import {
  dropUpload,
  pauseUpload,
  restoreUploads,
  resumeUpload,
  stagePoster,
  startUpload,
  uploadsStore,
  type VideoUpload,
} from '#console/data/uploads/video-uploads.ts'
import { loadMessages, t } from '#console/i18n/i18n.ts'
import { Button, buttonClass } from '#console/ui/button.tsx'
import { Progress } from '#console/ui/progress.tsx'
import { isStoredFile } from '#contract/kit/field/field.ts'
import { toRecord, toText } from '#contract/kit/field/guards.ts'
import { isVideoHead, maxVideoBytes, videoHeadBytes } from '#contract/kit/field/video.ts'
import { isStaged } from '#contract/uploads.ts'
import { VideoPlayer } from '../../parts/video-player.tsx'
import { formatSize } from '../../text/format-more.ts'
import { about } from '../values/about.ts'
import type { InputProps } from '../values/tools.ts'
import { VideoRecord } from '../values/video-record.ts'

/** Problem of a chosen file that the server would refuse; '' if it may be sent. */
async function problemOf(file: File): Promise<string> {
  const { videoMaxBytes = maxVideoBytes, videoConverter } = getConfig()
  if (file.size === 0 || (file.type !== '' && !file.type.startsWith('video/'))) return t('problem.no_video')
  if (!isVideoHead(new Uint8Array(await file.slice(0, videoHeadBytes).arrayBuffer()))) return t('problem.no_video')
  if (file.size > videoMaxBytes) return `${t('problem.file_size')} (${t('kit.sizeLimit', { size: formatSize(videoMaxBytes) })})`
  if (videoConverter !== false) return ''
  const { needsConverter } = await import('#console/data/uploads/needs-converter.ts')
  return (await needsConverter(file)) ? t('video.needsConverter') : ''
}

function noteOf({ phase, percent, name, problem }: VideoUpload): string {
  switch (phase) {
    case 'sending':
      return t('kit.uploading', { percent })
    case 'paused':
      return t('video.paused', { percent })
    case 'offline':
      return t('video.offline', { percent })
    case 'done':
      return t('video.uploaded')
    case 'lost':
      return t('video.lost', { name })
    case 'failed':
      return problem || t('app.wrong')
  }
}

/** How far an upload is, and what a person may do about it. */
export function UploadProgress({ entry }: { entry: VideoUpload }) {
  const { phase, percent, sha256, name } = entry
  const isGoing = phase === 'sending' || phase === 'offline'
  const isHeld = phase === 'paused' || phase === 'failed'
  return (
    <div className="flex flex-col gap-1.5" data-upload={phase}>
      <p role="status" className={`tabular-nums ${phase === 'failed' || phase === 'lost' ? 'text-danger-text' : 'text-muted-foreground'}`}>
        {noteOf(entry)}
      </p>
      {(isGoing || isHeld) && <Progress label={name} value={percent} />}
      {(isGoing || isHeld) && (
        <Button size="small" className="self-start" onClick={() => (isGoing ? pauseUpload(sha256) : resumeUpload(sha256))}>
          {isGoing ? <Pause aria-hidden="true" /> : phase === 'failed' ? <RotateCw aria-hidden="true" /> : <Play aria-hidden="true" />}
          {t(isGoing ? 'video.pause' : phase === 'failed' ? 'app.retry' : 'video.resume')}
        </Button>
      )}
    </div>
  )
}

/** The hash of its picture, where the server cannot draw one. */
async function posterOf(file: File): Promise<string | null> {
  if (getConfig().videoConverter !== false) return null
  const { drawPoster } = await import('#console/data/uploads/draw-poster.ts')
  const picture = await drawPoster(file)
  return picture && stagePoster(picture)
}

/** Reads and hashes a chosen file, then sends it ahead of the save. */
function useChoice({ field, onChange, onBlur }: InputProps, expected: VideoUpload | undefined) {
  const [percent, setPercent] = useState<number | null>(null)
  const [problem, setProblem] = useState('')
  const control = useRef<AbortController | null>(null)
  useEffect(() => () => control.current?.abort(), [])

  async function choose(file: File): Promise<void> {
    control.current?.abort()
    const own = new AbortController()
    control.current = own
    setProblem('')
    setPercent(0)
    try {
      const refused = await problemOf(file)
      if (refused) return setProblem(refused)
      const sha256 = await hashVideo(file, setPercent, own.signal)
      if (expected?.phase === 'lost' && expected.sha256 !== sha256) setProblem(t('video.otherFile', { name: expected.name }))
      // A name's type proves nothing, and systems differ in it: the server looks at the content.
      const type = !field.accept || field.accept.includes(file.type) ? file.type || 'video/mp4' : (field.accept[0] ?? 'video/mp4')
      const entry = { sha256, name: file.name, size: file.size, type }
      startUpload(entry, file)
      const poster = await posterOf(file)
      if (own.signal.aborted) return
      onChange({ staged: sha256, name: entry.name, size: entry.size, type: entry.type, ...(poster && { poster }) })
      onBlur()
    } catch {
      if (!own.signal.aborted) setProblem(t('video.unreadable'))
    } finally {
      if (control.current === own) setPercent(null)
    }
  }
  return { percent, problem, choose }
}

/** What a base server, which takes no pieces, gets with the form. */
const inForm = (file: File) => ({ name: file.name, size: file.size, type: file.type, content: file })

function Row({ icon, name, size, children }: { icon: ReactNode; name: string; size: unknown; children?: ReactNode }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      {icon}
      <bdi className="truncate">{name}</bdi>
      {typeof size === 'number' && size > 0 && <span className="shrink-0 text-muted-foreground">{formatSize(size)}</span>}
      {children}
    </span>
  )
}

/** A video: choose or drop, upload with pause and resume, play. */
function VideoInput(props: InputProps) {
  const { field, value, onChange, disabled, id, name: path } = props
  const isPlain = useSession().session?.plain === true || !globalThis.isSecureContext
  const uploads = useStore(uploadsStore)
  const of = useContext(VideoRecord)
  const staged = isStaged(value) ? value.staged : ''
  const entry = staged ? uploads[staged] : undefined
  const { percent, problem, choose } = useChoice(props, entry)
  const { name = '', size } = toRecord(value)
  const has = typeof value === 'object' && value !== null
  useEffect(() => void restoreUploads(), [])

  const take = (file: File | undefined) => {
    if (!file) return
    if (isPlain) onChange(inForm(file))
    else void choose(file)
  }
  const remove = () => {
    if (staged) void dropUpload(staged)
    onChange(null)
  }
  const choiceWord = entry?.phase === 'lost' ? 'video.chooseAgain' : has ? 'kit.replaceFile' : 'kit.chooseFile'
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is a second way; the input beneath is the first
    <div
      className="flex flex-col gap-3 rounded-lg border border-dashed border-input p-3 text-sm"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        if (!disabled) take(event.dataTransfer.files[0])
      }}
    >
      {isStoredFile(value) && of && <VideoPlayer {...of} path={path} name={value.name} />}
      {has && (
        <Row icon={<FileVideo aria-hidden="true" className="size-5 shrink-0 text-muted-foreground" />} name={toText(name)} size={size}>
          {!disabled && (
            <button
              type="button"
              aria-label={t('kit.removeFile')}
              className="grid size-control shrink-0 place-items-center rounded-md text-muted-foreground hover:bg-muted"
              onClick={remove}
            >
              <X className="size-4" />
            </button>
          )}
        </Row>
      )}
      {entry && <UploadProgress entry={entry} />}
      {percent !== null && (
        <div className="flex flex-col gap-1.5">
          <p role="status" className="text-muted-foreground tabular-nums">
            {t('video.checking', { percent })}
          </p>
          <Progress label={t('video.checking', { percent })} value={percent} />
        </div>
      )}
      {problem && (
        <p role="alert" className="text-danger-text">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <label
          htmlFor={id}
          className={`${buttonClass({})} self-start has-disabled:hidden focus-within:outline-2 focus-within:outline-ring`}
        >
          <Upload />
          {t(choiceWord)}
          <input
            {...about(props)}
            type="file"
            className="sr-only"
            accept={field.accept?.join(',') ?? 'video/*'}
            onChange={(event) => {
              take(event.currentTarget.files?.[0])
              event.currentTarget.value = ''
            }}
          />
        </label>
        {!disabled && (
          <span className="text-xs text-muted-foreground">
            {t('kit.sizeLimit', {
              size: formatSize(Math.min(field.maxBytes ?? maxVideoBytes, getConfig().videoMaxBytes ?? maxVideoBytes)),
            })}
          </span>
        )}
      </div>
    </div>
  )
}

/** Loads the input with its words. */
export async function load() {
  await loadMessages(['videos']).catch(() => undefined)
  return { default: VideoInput }
}
