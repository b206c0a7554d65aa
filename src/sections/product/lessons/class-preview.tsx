import { ImageIcon } from 'lucide-react'
import { useState } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { SafeHtml } from '#console/kit/form/values/safe-html.tsx'
import { useAddress } from '#console/kit/form/values/use-address.ts'
import { PhoneFrame } from '#console/kit/parts/phone-frame.tsx'
import { Picture } from '#console/kit/parts/picture.tsx'
import { formatRupiah } from '#console/kit/text/format.ts'
import { Button } from '#console/ui/button.tsx'
import { isRecord, toText } from '#contract/kit/field/guards.ts'
import { completionText } from './completion-text.ts'
import { type Row, rowsOf } from './tree.ts'

const missing = 'grid aspect-video w-full place-items-center bg-muted text-xs text-muted-foreground'

function Lessons({ lessons }: { lessons: readonly Row[] }) {
  return (
    <ol className="flex flex-col gap-1.5">
      {lessons.map((lesson, at) => (
        <li key={toText(lesson.ref) || at} className="flex flex-col rounded-md bg-card px-2 py-1.5">
          <span className="flex items-baseline justify-between gap-2">
            <span dir="auto" className="min-w-0 break-words font-medium">
              {toText(lesson.title) || t('sections.lessons.untitled')}
            </span>
            {Number(lesson.minutes) > 0 && (
              <span className="shrink-0 text-muted-foreground">{t('sections.lessons.minutes', { count: Number(lesson.minutes) })}</span>
            )}
          </span>
          <span className="text-[0.6875rem] text-muted-foreground">{completionText(lesson)}</span>
        </li>
      ))}
    </ol>
  )
}

function offerOf({ fee_type, price, access_type }: Row): string {
  const isFree = fee_type === 'free' || (fee_type === undefined && !price)
  const products = Array.isArray(access_type) ? access_type.map((each) => toText(each).toUpperCase()) : []
  const included = products.length && !isFree ? [t('sections.member.with', { products: products.join(', ') })] : []
  return [isFree ? t('sections.member.free') : formatRupiah(Number(price) || 0), ...included].join(' · ')
}

/** A class or a program in a member's app, from the values of the form. */
function Screen({ values }: { values: Row }) {
  const cover = useAddress(values.cover)
  const sections = rowsOf(values.sections)
  return (
    <PhoneFrame label={t('sections.preview')}>
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto text-xs" data-preview="">
        {isRecord(values.cover) && cover ? (
          <Picture src={cover} alt="" width={480} className="aspect-video w-full shrink-0 object-cover" missing={missing} />
        ) : (
          <span className={`${missing} shrink-0`}>
            <ImageIcon aria-hidden="true" />
          </span>
        )}
        <div className="flex flex-col gap-2 p-3">
          {values.is_show !== true && (
            <p className="rounded-md bg-warning-soft px-2 py-1 text-warning-text">{t('sections.member.hidden')}</p>
          )}
          <strong dir="auto" className="text-sm">
            {toText(values.title) || t('sections.lessons.untitled')}
          </strong>
          {values.teacher ? <span dir="auto">{toText(values.teacher)}</span> : null}
          <span className="font-medium">{offerOf(values)}</span>
          <SafeHtml html={toText(values.description)} />
          {sections.map((section, at) => (
            <section key={toText(section.ref) || at} className="flex flex-col gap-1.5">
              <h3 dir="auto" className="font-semibold">
                {toText(section.title) || t('sections.lessons.untitled')}
              </h3>
              <Lessons lessons={rowsOf(section.lessons)} />
            </section>
          ))}
          <Lessons lessons={rowsOf(values.lessons)} />
        </div>
      </div>
    </PhoneFrame>
  )
}

/** Shows what members see, when it is asked for. */
export function ClassPreview({ values }: { values: Row }) {
  const [isShown, setShown] = useState(false)
  return (
    <div className="flex flex-col items-center gap-4 sm:col-span-2">
      <Button repeats aria-expanded={isShown} onClick={() => setShown(!isShown)}>
        {t(isShown ? 'sections.member.hide' : 'sections.member.show')}
      </Button>
      {isShown && <Screen values={values} />}
    </div>
  )
}
