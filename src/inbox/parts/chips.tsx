import {
  Ban,
  Clock3,
  ContactRound,
  FastForward,
  Forward,
  Headphones,
  History,
  type LucideIcon,
  Megaphone,
  MessageSquareReply,
  Quote,
  ShoppingCart,
  Smartphone,
} from 'lucide-react'
import { t } from '#console/i18n/i18n.ts'
import type { ChipName, MessageChip } from '#contract/parts/message-fields.ts'

interface Chip {
  icon: LucideIcon
  /** `text`: stands where its text does. */
  words: (text: string) => string
}

const chips: Readonly<Record<ChipName, Chip>> = {
  forwarded: { icon: Forward, words: () => t('part.chip.forwarded') },
  forwardedOften: { icon: FastForward, words: () => t('part.chip.forwardedOften') },
  ad: { icon: Megaphone, words: (text) => (text ? t('part.chip.adNamed', { text }) : t('part.chip.ad')) },
  template: { icon: MessageSquareReply, words: () => t('part.chip.template') },
  question: { icon: MessageSquareReply, words: () => t('part.chip.question') },
  fromPhone: { icon: Smartphone, words: () => t('part.chip.fromPhone') },
  phoneHistory: { icon: History, words: () => t('part.chip.phoneHistory') },
  product: { icon: ShoppingCart, words: (text) => (text ? t('part.chip.product', { text }) : t('part.chip.products')) },
  adLead: { icon: Megaphone, words: () => t('part.chip.adLead') },
  quoteElsewhere: { icon: Quote, words: () => t('part.chip.quoteElsewhere') },
  contactRequest: { icon: ContactRound, words: () => t('part.chip.contactRequest') },
  heldForCheck: { icon: Clock3, words: () => t('part.chip.heldForCheck') },
  heldByPause: { icon: Clock3, words: () => t('part.chip.heldByPause') },
  played: { icon: Headphones, words: () => t('part.chip.played') },
}

/** Only addresses of the web open: the provider hands on whatever an advertiser wrote. */
const webAddress = (url: string | null | undefined): string | undefined => (url && /^https?:\/\//i.test(url) ? url : undefined)

function OneChip({ chip, text, url }: MessageChip) {
  const known = (chips as Readonly<Record<string, Chip>>)[chip]
  const Icon = known?.icon ?? Ban
  const href = webAddress(url)
  // A text of its own is cut at its own end, whatever direction the words around it have.
  const said = known && text
  const [before, after] = (known?.words(said ? '\n' : '') ?? text ?? chip).split('\n')
  const words = (
    <>
      <Icon aria-hidden="true" className="size-3.5 shrink-0 rtl:-scale-x-100" />
      <span className={said ? 'shrink-0 whitespace-pre' : 'truncate'}>{before}</span>
      {said && <bdi className="min-w-0 truncate">{said}</bdi>}
      {after && <span className="shrink-0 whitespace-pre">{after}</span>}
    </>
  )
  const look = 'flex h-5 max-w-full min-w-0 items-center gap-1 text-xs text-muted-foreground'
  if (!href) return <span className={look}>{words}</span>
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className={`relative ${look} underline underline-offset-2 touch:after:absolute touch:after:inset-x-0 touch:after:-inset-y-3`}
    >
      {words}
    </a>
  )
}

/** How a message came: forwarded, after an advertisement, from the business's phone. A line each. */
export function Chips({ chips: all }: { chips: readonly MessageChip[] }) {
  return (
    <div data-chips="">
      {all.map((chip) => (
        <OneChip key={chip.chip} {...chip} />
      ))}
    </div>
  )
}
