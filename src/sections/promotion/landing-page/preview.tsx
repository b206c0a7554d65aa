import { useEffect, useRef, useState } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { formatNumber } from '#console/kit/text/format.ts'
import { landingStyle } from '#contract/landing/landing-style.ts'
import { pageStyle } from '#contract/pages/page-style.ts'
import type { Blocks } from './blocks.ts'
import { drawInto, type PreviewDrawing } from './patch-preview.ts'
import { useLanding } from './use-landing.ts'

/** As the API refuses it (docs/product/landing-pages.md#public-page). */
const maxKilobytes = 60
/** Of the frame around the blocks. */
const frameBytes = pageStyle.length + landingStyle.length + 900

/** The frame of the public page: no script may run in it, and it has no form that could be sent. */
const frame = `<!doctype html><html><head><meta name="viewport" content="width=device-width,initial-scale=1"><style>${pageStyle}${landingStyle}</style></head><body><main></main></body></html>`

/** Links lead nowhere but to the form. */
function stayHere(event: Event): void {
  const link = event.target instanceof Node ? event.target.parentElement?.closest('a') : null
  const own = event.target instanceof Element ? event.target.closest('a') : link
  if (own && !own.getAttribute('href')?.startsWith('#')) event.preventDefault()
}

/** The page as visitors will see it on a phone, drawn by the same function. */
export function Preview({ blocks }: { blocks: Blocks }) {
  const landing = useLanding(blocks)
  const drawing = useRef<PreviewDrawing | null>(null)
  const [isReady, setReady] = useState(false)
  const [bytes, setBytes] = useState(0)
  useEffect(() => {
    if (isReady && drawing.current) setBytes(frameBytes + drawing.current.draw(blocks, landing))
  }, [isReady, blocks, landing])
  const kilobytes = Math.ceil(bytes / 1_000)
  const isTooLarge = kilobytes > maxKilobytes
  return (
    <figure className="flex flex-col gap-2" aria-label={t('landing-page.editor.preview')}>
      <iframe
        title={t('landing-page.editor.preview')}
        sandbox="allow-same-origin"
        srcDoc={frame}
        data-preview=""
        className="h-[40rem] w-full rounded-xl border bg-card"
        onLoad={({ currentTarget: { contentDocument } }) => {
          const main = contentDocument?.querySelector('main')
          if (!main) return
          contentDocument?.addEventListener('click', stayHere)
          drawing.current = drawInto(main)
          setReady(true)
        }}
      />
      <figcaption className={`text-xs tabular-nums ${isTooLarge ? 'font-medium text-danger-text' : 'text-muted-foreground'}`}>
        {t('landing-page.editor.size', { size: formatNumber(kilobytes), max: formatNumber(maxKilobytes) })}
        {isTooLarge && <span className="block">{t('landing-page.editor.tooLarge')}</span>}
      </figcaption>
    </figure>
  )
}
