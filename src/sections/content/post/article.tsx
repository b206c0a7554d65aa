import { t } from '#console/i18n/i18n.ts'
import { articleLook } from '#console/kit/form/inputs/rich-text/look.ts'
import { SafeHtml } from '#console/kit/form/values/safe-html.tsx'
import { useAddress } from '#console/kit/form/values/use-address.ts'
import { Picture } from '#console/kit/parts/picture.tsx'
import { formatDate } from '#console/kit/text/format.ts'
import { choiceLabel } from '#console/kit/text/labels.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { post } from '#contract/sections/content/post.ts'

const textsOf = (value: unknown) => (Array.isArray(value) ? value.map(String) : [])

/** Preview of a post's page. */
export function Article({ values }: { values: Readonly<Record<string, unknown>> }) {
  const cover = useAddress(values.cover)
  const film = useAddress(values.video)
  const day = typeof values.published_at === 'string' && values.published_at ? formatDate(values.published_at) : t('post.previewToday')
  const isPaid = typeof values.access === 'string' && values.access !== 'free'
  return (
    <article dir="auto" className="mx-auto flex max-w-2xl flex-col gap-4 p-5 text-start">
      {cover && <Picture src={cover} alt="" width={1280} lazy className="aspect-video w-full rounded-lg object-cover" missing="hidden" />}
      <header className="flex flex-col gap-2">
        <h1 className="text-2xl leading-tight font-bold text-balance">{toText(values.title || t('post.previewTitle'))}</h1>
        <p className="flex flex-wrap items-center gap-2 text-sm text-muted-foreground">
          <bdi>{day}</bdi>
          {isPaid && (
            <span className="rounded bg-primary px-1.5 py-0.5 text-xs font-medium text-primary-foreground">
              {choiceLabel(values.access, post.fields.access)}
            </span>
          )}
        </p>
      </header>
      {film && (
        // biome-ignore lint/a11y/useMediaCaption: it is kept as it was uploaded, without captions
        <video src={film} controls preload="none" className="aspect-video w-full rounded-lg bg-black" poster={cover ?? undefined} />
      )}
      <SafeHtml html={toText(values.body)} className={`${articleLook} text-base leading-relaxed`} />
      <p className="flex flex-wrap gap-2 text-sm text-primary-text">
        {textsOf(values.hashtags).map((tag) => (
          <span key={tag}>#{tag.replace(/^#/, '')}</span>
        ))}
      </p>
    </article>
  )
}
