import { useQuery } from '@tanstack/react-query'
import { Laptop, Moon, Smartphone } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { type Company, loadCompany } from '#console/data/api/company.ts'
import { getConfig } from '#console/data/api/config.ts'
import { t, useLocale } from '#console/i18n/i18n.ts'
import { formatNumber } from '#console/kit/text/format.ts'
import { formatSize } from '#console/kit/text/format-more.ts'
import { useSettled } from '#console/kit/text/use-settled.ts'
import { Button } from '#console/ui/button.tsx'
import { isRecord, toText } from '#contract/kit/field/guards.ts'
import { utf8Bytes } from '#contract/lib/utf8-bytes.ts'
import { newsletterMail } from '#contract/mail/newsletter-mail.ts'
import { gmailClipBytes, maxAttachmentBytes } from '#contract/sections/promotion/newsletter.ts'

type Frame = 'phone' | 'laptop'

const frames: Readonly<Record<Frame, string>> = {
  phone: 'mx-auto h-[40rem] w-full max-w-[22.5rem] rounded-[2rem] border-8 border-foreground/85',
  laptop: 'h-[40rem] w-full rounded-lg border',
}

/** As long as those that are sent. */
const sampleToken = 'x'.repeat(120)
const pause = 250
const noCompany: Company = { name: '', address: '' }

/** In thousands, as Gmail's line is. */
const kilobytes = (bytes: number) => formatNumber(Math.round(bytes / 100) / 10)

const sizeOf = (file: unknown) => (file instanceof Blob ? file.size : isRecord(file) ? Number(file.size ?? 0) : 0)

/** The mail of these values, as it is sent. */
function renderMail(values: Readonly<Record<string, unknown>>, company: Company): string {
  const publicUrl = getConfig().hosts.main || window.location.origin
  const mailOf = newsletterMail({
    subject: toText(values.subject) || t('newsletter.preview.empty'),
    preheader: toText(values.preheader),
    body: toText(values.body),
    language: 'id',
    company,
    publicUrl,
  })
  return mailOf({ unsubscribe: `${publicUrl}/u/${sampleToken}`, pixel: `${publicUrl}/o/${sampleToken}.gif` }).html
}

/** The frame has a setting of its own, whatever the device prefers; what counts openings is left out. */
const shownIn = (html: string, isDark: boolean) =>
  html
    .replace('@media(prefers-color-scheme:dark)', isDark ? '@media all' : '@media not all')
    .replace(/<\w+ src="[^"]*\/o\/x+\.gif"[^<>]*>/, '')

function SizeMeter({ html, files }: { html: string; files: number }) {
  const bytes = utf8Bytes(html)
  const isCut = bytes > gmailClipBytes
  const percent = Math.min(100, (bytes / gmailClipBytes) * 100)
  return (
    <div className="grid gap-1.5 text-sm" data-mail-bytes={bytes}>
      <div className="flex flex-wrap justify-between gap-x-4 tabular-nums">
        <span>{t('newsletter.size.of', { size: kilobytes(bytes) })}</span>
        {files > 0 && (
          <span className="text-muted-foreground">
            {t('newsletter.size.files', { size: formatSize(files), max: formatSize(maxAttachmentBytes) })}
          </span>
        )}
      </div>
      <meter
        className="sr-only"
        aria-label={t('newsletter.size.label')}
        min={0}
        max={gmailClipBytes}
        value={Math.min(bytes, gmailClipBytes)}
      >
        {kilobytes(bytes)}
      </meter>
      <div aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-muted">
        <div className={`h-full rounded-full ${isCut ? 'bg-danger' : 'bg-primary'}`} style={{ inlineSize: `${percent}%` }} />
      </div>
      <p role="status" className={isCut ? 'text-danger-text' : 'text-muted-foreground'}>
        {isCut ? t('newsletter.size.cut') : t('newsletter.size.fits')}
      </p>
    </div>
  )
}

/** The mail as a phone and a laptop show it, light and dark, with its size. It is drawn by the function that makes the mail. */
export function Preview({ values }: { values: Readonly<Record<string, unknown>> }) {
  const locale = useLocale()
  const [frame, setFrame] = useState<Frame | null>(null)
  const [isDark, setDark] = useState(false)
  const { subject, preheader, body, attachments } = values
  const settled = useSettled(useDeferredValue(`${toText(subject)}\n${toText(preheader)}\n${toText(body)}`), pause)
  const { data: company = noCompany } = useQuery({ queryKey: ['company'], queryFn: loadCompany, staleTime: Number.POSITIVE_INFINITY })
  // biome-ignore lint/correctness/useExhaustiveDependencies: `settled` says when the values rest, `locale` when words change
  const html = useMemo(() => renderMail({ subject, preheader, body }, company), [settled, locale, company])
  const files = Array.isArray(attachments) ? attachments.reduce<number>((sum, file: unknown) => sum + sizeOf(file), 0) : 0
  const choice = (name: Frame, Icon: typeof Laptop, words: string) => (
    <Button repeats aria-pressed={frame === name} className="aria-pressed:bg-muted" onClick={() => setFrame(frame === name ? null : name)}>
      <Icon />
      {words}
    </Button>
  )
  return (
    <div className="flex min-w-0 flex-col gap-4 sm:col-span-2">
      <SizeMeter html={html} files={files} />
      <div className="flex flex-wrap gap-2">
        {choice('phone', Smartphone, t('newsletter.preview.phone'))}
        {choice('laptop', Laptop, t('newsletter.preview.laptop'))}
        {frame && (
          <Button repeats aria-pressed={isDark} className="aria-pressed:bg-muted" onClick={() => setDark(!isDark)}>
            <Moon />
            {t('newsletter.preview.dark')}
          </Button>
        )}
      </div>
      {frame && (
        // No permission at all: it can neither run nor navigate anything.
        <iframe
          sandbox=""
          title={t('newsletter.preview.frame')}
          srcDoc={shownIn(html, isDark)}
          className={`bg-background ${frames[frame]}`}
        />
      )}
    </div>
  )
}
