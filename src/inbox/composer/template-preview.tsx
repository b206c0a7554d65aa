import { Copy, ExternalLink, FileText, ImageIcon, ListChecks, MapPin, Phone, Reply, UserRound, Video } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { useAddress } from '#console/kit/form/values/use-address.ts'
import { Picture } from '#console/kit/parts/picture.tsx'
import { drawSentence } from '#console/kit/parts/sentence.tsx'
import { formatDateTime } from '#console/kit/text/format.ts'
import { fillText, type Template, type TemplateButton, type TemplateValues } from '#contract/chat/template.ts'
import { type Style, splitMarks } from './markup.ts'

const styleClass: Readonly<Record<Style, string>> = {
  bold: 'font-bold',
  italic: 'italic',
  struck: 'line-through',
  code: 'font-mono text-sm',
}

/** Places that are still empty stand out: the customer never gets one. */
function withPlaces(text: string): ReactNode {
  return text.split(/(\{\{\s*[\w.]+\s*\}\})/).map((part, at) =>
    at % 2 === 0 ? (
      drawSentence(part)
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text in their order
      <span key={at} className="rounded-sm bg-primary-soft px-1 font-medium text-primary-text">
        {part}
      </span>
    ),
  )
}

/** A text of a template with WhatsApp's marks. */
export function TemplateBody({ text }: { text: string }) {
  return (
    <bdi dir="auto" className="block whitespace-pre-wrap [overflow-wrap:anywhere]">
      {splitMarks(text).map(({ text: part, styles, at }) => (
        <span key={at} className={styles.map((style) => styleClass[style]).join(' ')}>
          {withPlaces(part)}
        </span>
      ))}
    </bdi>
  )
}

const frame = 'grid h-32 w-full place-items-center overflow-hidden rounded-xl bg-muted text-muted-foreground'

function Header({ template: { header }, values, file }: Props) {
  const url = useAddress({ content: file })
  if (!header) return null
  if (header.format === 'TEXT')
    return (
      <bdi dir="auto" className="block font-bold [overflow-wrap:anywhere]">
        {withPlaces(fillText(header.text, [values.header]))}
      </bdi>
    )
  if (header.format === 'IMAGE')
    return (
      <span className={frame}>
        {url ? (
          <Picture src={url} alt={file?.name ?? ''} width={640} className="size-full object-cover" compact />
        ) : (
          <ImageIcon aria-label={t('chat.kind.image')} className="size-8" />
        )}
      </span>
    )
  if (header.format === 'VIDEO')
    return (
      <span className={frame}>
        {url ? (
          <video src={url} muted preload="metadata" className="size-full object-cover" />
        ) : (
          <Video aria-label={t('chat.kind.video')} className="size-8" />
        )}
      </span>
    )
  if (header.format === 'DOCUMENT')
    return (
      <span className="flex w-full items-center gap-2 rounded-xl bg-muted px-3 py-2.5 text-sm">
        <FileText aria-hidden="true" className="size-5 shrink-0 text-muted-foreground" />
        <bdi className="min-w-0 truncate">{file?.name ?? 'PDF'}</bdi>
      </span>
    )
  return (
    <span className="block w-full overflow-hidden rounded-xl bg-muted text-sm">
      <span className="grid h-20 place-items-center text-muted-foreground">
        <MapPin aria-hidden="true" className="size-7" />
      </span>
      <bdi className="block w-fit max-w-full truncate px-3 pb-0.5 font-medium">{values.location?.name || t('sending.place.name')}</bdi>
      <bdi className="block w-fit max-w-full truncate px-3 pb-2 text-muted-foreground">
        {values.location?.address || t('sending.place.address')}
      </bdi>
    </span>
  )
}

const icons: Readonly<Record<string, typeof Reply>> = {
  QUICK_REPLY: Reply,
  URL: ExternalLink,
  PHONE_NUMBER: Phone,
  VOICE_CALL: Phone,
  COPY_CODE: Copy,
  REQUEST_CONTACT_INFO: UserRound,
  FLOW: ListChecks,
}

function Button({ button: { type, text } }: { button: TemplateButton }) {
  const Icon = icons[type] ?? Reply
  return (
    <li className="flex min-h-10 items-center justify-center gap-2 border-t border-border/60 px-3 py-2 text-sm font-medium text-primary-text">
      <Icon aria-hidden="true" className={`size-4 shrink-0 ${type === 'QUICK_REPLY' ? 'rtl:-scale-x-100' : ''}`} />
      <bdi className="min-w-0 truncate">{text}</bdi>
    </li>
  )
}

interface Props {
  template: Template
  values: TemplateValues
  file: File | null
}

/** The message as the customer sees it; WhatsApp shows code and end of an offer in a strip of their own. */
export function TemplatePreview(props: Props) {
  const { template, values } = props
  const { body, footer, offer, buttons } = template
  const code = buttons.findIndex(({ type }) => type === 'COPY_CODE')
  return (
    <div className="w-80 max-w-full overflow-hidden rounded-2xl rounded-se-md bg-[light-dark(oklch(0.94_0.045_158),oklch(0.33_0.055_162))] text-base shadow-raised">
      <div className="flex flex-col gap-1 px-3 py-2">
        <Header {...props} />
        {offer && (
          <span className="block rounded-xl bg-muted px-3 py-2 text-sm">
            <bdi className="block font-medium">{offer.text}</bdi>
            {values.offerUntil && <span className="block">{t('sending.offerEnds', { at: formatDateTime(values.offerUntil) })}</span>}
            {code >= 0 && <bdi className="block font-mono text-muted-foreground">{values.buttons[code] || '…'}</bdi>}
          </span>
        )}
        <TemplateBody text={fillText(body, values.body)} />
        {footer && (
          <bdi dir="auto" className="block text-xs text-muted-foreground [overflow-wrap:anywhere]">
            {footer}
          </bdi>
        )}
      </div>
      {buttons.length > 0 && (
        <ul aria-label={t('sending.buttons')}>
          {buttons.map((button, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a button is its position
            <Button key={at} button={button} />
          ))}
        </ul>
      )}
    </div>
  )
}
