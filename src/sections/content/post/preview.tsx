import { Monitor, Smartphone } from 'lucide-react'
import { Suspense, useDeferredValue, useState } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { deferred } from '#console/kit/parts/deferred.tsx'
import { Button } from '#console/ui/button.tsx'

const Article = deferred(() => import('./article.tsx').then((module) => module.Article))

type Width = 'phone' | 'wide'

const frames: Readonly<Record<Width, string>> = {
  phone: 'mx-auto h-[40rem] w-full max-w-[22.5rem] rounded-[2rem] border-8 border-foreground/85',
  wide: 'max-h-[44rem] w-full rounded-lg border',
}

/** Preview of the post while it is edited, on a phone or a wide screen, once opened. */
export function Preview({ values }: { values: Readonly<Record<string, unknown>> }) {
  const [width, setWidth] = useState<Width | null>(() => (matchMedia('screen and (min-width: 1200px)').matches ? 'phone' : null))
  // Typing has priority: a long text renders when idle.
  const shown = useDeferredValue(values)
  const choice = (name: Width, Icon: typeof Monitor, words: string) => (
    <Button repeats aria-pressed={width === name} className="aria-pressed:bg-muted" onClick={() => setWidth(width === name ? null : name)}>
      <Icon />
      {words}
    </Button>
  )
  return (
    <div className="flex min-w-0 flex-col gap-4 sm:col-span-2">
      <div className="flex flex-wrap gap-2">
        {choice('phone', Smartphone, t('post.previewPhone'))}
        {choice('wide', Monitor, t('post.previewWide'))}
      </div>
      {width && (
        <section aria-label={t('post.group.preview')} className={`overflow-y-auto bg-background ${frames[width]}`}>
          <Suspense fallback={<div className="h-64 animate-breathe bg-muted" />}>
            <Article values={shown} />
          </Suspense>
        </section>
      )}
    </div>
  )
}
