import { useQuery } from '@tanstack/react-query'
import { Trash2, Upload } from 'lucide-react'
import { useId, useState } from 'react'
import { ApiError } from '#console/data/api/api-error.ts'
import { useConnection } from '#console/data/api/connection.ts'
import { request } from '#console/data/api/request.ts'
import { postMessage } from '#console/data/base/messages.ts'
import { invalidateSection, listOptions } from '#console/data/query/queries.ts'
import { t } from '#console/i18n/i18n.ts'
import { Alert } from '#console/ui/alert.tsx'
import { Button, buttonClass } from '#console/ui/button.tsx'
import { confirm } from '#console/ui/confirm.ts'
import { Field } from '#console/ui/field.tsx'
import { Input } from '#console/ui/input.tsx'
import { Progress } from '#console/ui/progress.tsx'
import { ResponsiveDialog } from '#console/ui/responsive-dialog.tsx'
import { Spinner } from '#console/ui/spinner.tsx'
import { isStoredFile } from '#contract/kit/field/field.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { firstPage } from '#contract/kit/field/list-query.ts'
import type { AnyRow, Section } from '#contract/kit/section/section.ts'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { isSectionName, sections } from '#contract/sections/index.ts'
import { Picture } from '../../../parts/picture.tsx'
import { useMay } from '../../../text/permissions.ts'
import { problemText } from '../../../text/problem-text.ts'
import { chooseFile } from '../../values/picture.ts'

const size = 12

/** Of the gallery, not described yet. */
interface Chosen {
  src: string
  name: string
}

export interface ChosenPicture {
  src: string
  /** For those who do not see it. */
  alt: string
  /** Shown below it; '' for none. */
  caption: string
}

interface Props {
  /** Section that stores the pictures. */
  section: string
  onChoose: (picture: ChosenPicture) => void
  onClose: () => void
}

async function load(name: string): Promise<Section> {
  if (!isSectionName(name)) throw new Error(`no section ${name}`)
  return sections[name]()
}

/** Message of an error: a refused file's reason, else the server's words. */
function wordsOf(error: unknown): string {
  const [problem] = error instanceof ApiError ? Object.values(error.fields ?? {}) : []
  if (problem) return problemText(problem)
  return error instanceof ApiError && error.message ? error.message : t('app.wrong')
}

/** Uploaded pictures, newest first: choose, add or remove. What one shows is asked before it is inserted. */
export function PictureWindow(props: Props) {
  const [picture, setPicture] = useState<Chosen | null>(null)
  const { data: section } = useQuery({
    queryKey: ['definition', props.section],
    queryFn: () => load(props.section),
    staleTime: Infinity,
    networkMode: 'always',
  })
  return (
    <ResponsiveDialog open onOpenChange={props.onClose} title={t('editor.gallery')} closeLabel={t('editor.leave')} className="sm:max-w-2xl">
      {picture ? (
        <Description picture={picture} onDone={props.onChoose} onBack={() => setPicture(null)} />
      ) : section ? (
        <Gallery {...props} onChoose={setPicture} definition={section} />
      ) : (
        <Spinner />
      )}
    </ResponsiveDialog>
  )
}

/** Alternative text and caption of a chosen picture; Enter inserts it. */
function Description({ picture, onDone, onBack }: { picture: Chosen; onDone: Props['onChoose']; onBack: () => void }) {
  const [alt, setAlt] = useState('')
  const [caption, setCaption] = useState('')
  const id = useId()
  return (
    // Of its own: the window is within the form of the article.
    <form
      className="grid gap-4 p-5 pt-3"
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        onDone({ src: picture.src, alt: alt.trim(), caption: caption.trim() })
      }}
    >
      <Picture src={picture.src} alt={picture.name} width={640} className="max-h-64 w-full rounded-lg object-contain" missing="hidden" />
      <Field id={`${id}alt`} label={t('editor.alt')} hint={t('editor.altHint')}>
        <Input id={`${id}alt`} autoFocus dir="auto" maxLength={300} value={alt} onChange={(event) => setAlt(event.currentTarget.value)} />
      </Field>
      <Field id={`${id}caption`} label={t('editor.caption')} hint={t('editor.captionHint')}>
        <Input id={`${id}caption`} dir="auto" maxLength={300} value={caption} onChange={(event) => setCaption(event.currentTarget.value)} />
      </Field>
      <div className="flex justify-between gap-2">
        <Button onClick={onBack}>{t('editor.gallery')}</Button>
        <Button type="submit" variant="primary">
          {t('editor.insert')}
        </Button>
      </div>
    </form>
  )
}

function Gallery({ definition, onChoose }: Omit<Props, 'onChoose'> & { definition: Section; onChoose: (picture: Chosen) => void }) {
  const [page, setPage] = useState(1)
  const [percent, setPercent] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const may = useMay(definition)
  const offline = useConnection() !== 'online'
  const { data, error } = useQuery(listOptions(definition, { ...firstPage, page, size }))

  async function upload(file: File | undefined) {
    if (!file) return
    setProblem(null)
    setPercent(0)
    try {
      const image = await chooseFile(file, true)
      const sent = await request<{ data: AnyRow }>(sectionCall(definition, 'create'), { body: { image }, onProgress: setPercent })
      await invalidateSection(definition.name)
      choose(sent.data)
    } catch (failure) {
      setProblem(wordsOf(failure))
    } finally {
      setPercent(null)
    }
  }

  const choose = ({ image }: AnyRow) => {
    if (isStoredFile(image)) onChoose({ src: image.url, name: image.name })
  }

  async function remove(row: AnyRow) {
    if (
      !(await confirm({
        title: t('editor.removeTitle'),
        detail: toText(row.name),
        action: t('editor.remove'),
        cancel: t('editor.leave'),
        destructive: true,
      }))
    )
      return
    try {
      await request(sectionCall(definition, 'remove'), { body: { ids: [row.id] } })
      postMessage({ kind: 'success', text: t('said.deleted') })
    } catch (failure) {
      setProblem(wordsOf(failure))
    }
    await invalidateSection(definition.name)
  }

  return (
    <div className="grid gap-4 p-5 pt-3">
      {may.create && (
        <div className="flex flex-wrap items-center gap-3">
          <label
            className={`${buttonClass({ variant: 'primary' })} focus-within:outline-2 focus-within:outline-ring has-disabled:opacity-50`}
          >
            <Upload />
            {offline ? t('connection.none') : t('editor.upload')}
            <input
              type="file"
              className="sr-only"
              accept={definition.fields.image?.accept?.join(',')}
              disabled={offline || percent !== null}
              onChange={(event) => {
                void upload(event.currentTarget.files?.[0])
                event.currentTarget.value = ''
              }}
            />
          </label>
          {percent !== null && (
            <div className="min-w-40 flex-1">
              <p role="status" className="text-sm text-muted-foreground">
                {t('kit.uploading', { percent: Math.round(percent) })}
              </p>
              <Progress value={percent} label={t('kit.uploading', { percent: Math.round(percent) })} />
            </div>
          )}
        </div>
      )}
      {(problem ?? error) && <Alert tone="danger">{problem ?? wordsOf(error)}</Alert>}
      {data?.data.length === 0 && <p className="py-8 text-center text-sm text-muted-foreground">{t('editor.galleryEmpty')}</p>}
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {data?.data.map((row) => (
          <li key={row.ref} className="overflow-hidden rounded-lg border bg-card">
            <button
              type="button"
              aria-label={t('editor.choose', { name: toText(row.name) })}
              className="block w-full bg-muted hover:opacity-85"
              onClick={() => choose(row)}
            >
              <Picture
                src={isStoredFile(row.image) ? row.image.url : null}
                alt=""
                width={320}
                lazy
                className="aspect-video w-full object-cover"
                missing="grid aspect-video w-full place-items-center text-xs text-muted-foreground"
              />
            </button>
            <div className="flex items-center gap-1 ps-2">
              <bdi className="min-w-0 flex-1 truncate text-start text-xs">{toText(row.name)}</bdi>
              {may.delete && (
                <Button
                  variant="quiet"
                  size="smallIcon"
                  disabled={offline}
                  aria-label={t('kit.removeNamed', { name: toText(row.name) })}
                  onClick={() => void remove(row)}
                >
                  <Trash2 />
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
      {data && data.total_page > 1 && (
        <div className="flex justify-center gap-2">
          <Button repeats disabled={page <= 1} onClick={() => setPage(page - 1)}>
            {t('editor.newer')}
          </Button>
          <Button repeats disabled={page >= data.total_page} onClick={() => setPage(page + 1)}>
            {t('editor.older')}
          </Button>
        </div>
      )}
    </div>
  )
}
