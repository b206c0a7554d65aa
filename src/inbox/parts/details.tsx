import { useRouter } from '@tanstack/react-router'
import { Mail, MapPin, Phone, PhoneMissed, ShoppingCart, TriangleAlert, UserRoundPlus } from 'lucide-react'
import { type ReactNode, use, useState } from 'react'
import { useAccess } from '#console/data/api/session.ts'
import { postMessage } from '#console/data/base/messages.ts'
import type { ShownMessage } from '#console/data/chat/messages.ts'
import { t } from '#console/i18n/i18n.ts'
import { drawSentence } from '#console/kit/parts/sentence.tsx'
import { formatNumber } from '#console/kit/text/format.ts'
import { formatAmount } from '#console/kit/text/money.ts'
import { telLink } from '#console/kit/text/phone.ts'
import { Button, buttonClass } from '#console/ui/button.tsx'
import { holds } from '#contract/kit/field/permission.ts'
import { customerPhone, normalisePhone } from '#contract/lib/phone.ts'
import { markValue } from '#contract/lib/value-parts.ts'
import type { ContactCard, DetailType, MessageDetails } from '#contract/parts/message-fields.ts'
import { leads } from '#contract/sections/sales/leads.ts'
import { PartsContext } from './context.ts'
import { orderText, shownItems } from './heights.ts'
import { unreadableWords } from './unreadable.ts'

type Of<Type extends DetailType> = Extract<MessageDetails, { type: Type }>

interface Props<Type extends DetailType> {
  details: Of<Type>
  message: ShownMessage
}

const boxClass = 'w-72 max-w-full rounded-xl bg-[light-dark(oklch(0_0_0/0.05),oklch(0_0_0/0.22))] p-3 text-sm'
const lineClass = 'flex min-h-6 min-w-0 items-center gap-2 touch:min-h-11'

/** The lead form with what the card says (docs/product/chat.md#messages-of-every-kind). */
function AddLead({ name, phone }: { name: string; phone: string }) {
  const { history } = useRouter()
  if (!holds(useAccess(), `create ${leads.permission}`)) return null
  const open = () => history.push(`/${leads.name}/add?${new URLSearchParams({ ...(name && { name: name.slice(0, 120) }), phone })}`)
  return (
    <Button size="small" className="mt-2" onClick={open}>
      <UserRoundPlus aria-hidden="true" />
      {t('part.addLead')}
    </Button>
  )
}

function Card({ name, phones, emails, firm }: ContactCard) {
  const first = phones.map(normalisePhone).find((phone) => phone !== null)
  return (
    <li className={boxClass}>
      <p className="truncate leading-5 font-semibold">
        <bdi>{name || phones[0] || emails[0]}</bdi>
      </p>
      {firm && (
        <p className="truncate text-xs leading-4 text-muted-foreground">
          <bdi>{firm}</bdi>
        </p>
      )}
      {phones.map((phone) => {
        const digits = customerPhone(phone)
        const shown = (
          <bdi dir="ltr" className="truncate tabular-nums">
            {phone}
          </bdi>
        )
        return (
          <span key={phone} className={lineClass}>
            <Phone aria-hidden="true" className="size-3.5 shrink-0 text-muted-foreground" />
            {digits ? (
              <a href={telLink(digits)} className="truncate text-primary-text underline-offset-2 hover:underline">
                {shown}
              </a>
            ) : (
              shown
            )}
          </span>
        )
      })}
      {emails.map((email) => (
        <span key={email} className={lineClass}>
          <Mail aria-hidden="true" className="size-3.5 shrink-0 text-muted-foreground" />
          <a href={`mailto:${encodeURIComponent(email)}`} className="truncate text-primary-text underline-offset-2 hover:underline">
            <bdi>{email}</bdi>
          </a>
        </span>
      ))}
      {first && <AddLead name={name} phone={first} />}
    </li>
  )
}

function Contacts({ details: { cards } }: Props<'contacts'>) {
  return (
    <ul className="flex flex-col gap-1.5">
      {cards.map((card, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cards never move, and two may be equal
        <Card key={at} {...card} />
      ))}
    </ul>
  )
}

function Order({ details, message }: Props<'order'>) {
  const [isWhole, setWhole] = useState(false)
  const { items, totals } = details
  const shown = isWhole ? items : items.slice(0, shownItems)
  const said = orderText(details, message.content)
  return (
    <>
      {said && (
        <bdi dir="auto" className="block pb-1 whitespace-pre-wrap [overflow-wrap:anywhere]">
          {drawSentence(said)}
        </bdi>
      )}
      <div className={boxClass}>
        <p className="flex items-center gap-2 leading-5 font-semibold">
          <ShoppingCart aria-hidden="true" className="size-4 shrink-0" />
          {t('part.order')}
        </p>
        <ul>
          {shown.map(({ product, quantity, price, currency }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: items never move, and two may be equal
            <li key={at} className="flex items-baseline justify-between gap-3 pt-1 leading-5">
              <bdi className="min-w-0 truncate" title={product}>{`${quantity} × ${product}`}</bdi>
              {price && <bdi className="shrink-0 tabular-nums">{formatAmount(price, currency)}</bdi>}
            </li>
          ))}
        </ul>
        {shown.length < items.length && (
          <Button size="small" className="mt-1" onClick={() => setWhole(true)}>
            {t('part.allItems', { count: formatNumber(items.length) })}
          </Button>
        )}
        {totals.map(({ currency, amount }) => (
          <p key={currency} className="mt-1 flex justify-between gap-3 border-t pt-1 leading-5 font-semibold">
            <span>{t('part.total')}</span>
            <bdi className="tabular-nums">{formatAmount(amount, currency)}</bdi>
          </p>
        ))}
      </div>
    </>
  )
}

function Form({ details: { lines } }: Props<'form'>) {
  return (
    <dl>
      {lines.map(({ label, value }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines never move, and two may be equal
        <div key={at} className="[overflow-wrap:anywhere]">
          <dt className="inline text-muted-foreground">
            <bdi>{label}</bdi>:{' '}
          </dt>
          <dd dir="auto" className="inline whitespace-pre-wrap">
            <bdi>{drawSentence(value)}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Place({ details: { latitude, longitude, name, address } }: Props<'location'>) {
  const at = `${latitude},${longitude}`
  return (
    <div className={boxClass}>
      <p className="truncate leading-5 font-semibold">
        <bdi>{name || t('part.location')}</bdi>
      </p>
      <p className="line-clamp-3 text-xs leading-4 text-muted-foreground [overflow-wrap:anywhere]">
        <bdi>{address || at}</bdi>
      </p>
      <a
        href={`https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(at)}`}
        target="_blank"
        rel="noopener noreferrer nofollow"
        className={`${lineClass} w-fit text-primary-text underline-offset-2 hover:underline`}
      >
        <MapPin aria-hidden="true" className="size-3.5 shrink-0" />
        {t('part.map')}
      </a>
    </div>
  )
}

/** The question of the composer, which is there within the 24 hours. */
function askNumber() {
  const button = document.querySelector('[data-composer] [data-ask-number]')
  if (button instanceof HTMLElement) return button.click()
  postMessage({ kind: 'info', text: t('chat.windowHint') })
}

function MissedCall() {
  const around = use(PartsContext)
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="flex items-center gap-2 font-medium">
        <PhoneMissed aria-hidden="true" className="size-4 shrink-0 text-danger-text" />
        {t('part.missedCall')}
      </span>
      {around?.phone ? (
        <a href={telLink(around.phone)} className={buttonClass({ size: 'small' })}>
          <Phone aria-hidden="true" />
          {t('part.callBack')}
        </a>
      ) : (
        around?.mayWrite && (
          <Button size="small" onClick={askNumber}>
            {t('part.askNumber')}
          </Button>
        )
      )}
    </div>
  )
}

function Unreadable({ details: { what, code }, message: { content } }: Props<'unreadable'>) {
  return (
    <p dir="auto" className="flex gap-2 text-muted-foreground">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warning-text" />
      <span className="[overflow-wrap:anywhere]">
        {unreadableWords(what, code, content)}
        {code !== null && <span className="tabular-nums">{` (${code})`}</span>}
      </span>
    </p>
  )
}

function Product({ details: { product } }: Props<'product'>) {
  return <p className="[overflow-wrap:anywhere]">{drawSentence(t('part.productAnswer', { product: markValue(product) }))}</p>
}

const parts: { readonly [Type in DetailType]: (props: Props<Type>) => ReactNode } = {
  contacts: Contacts,
  order: Order,
  form: Form,
  location: Place,
  call: MissedCall,
  unreadable: Unreadable,
  product: Product,
}

/** What a message is beside its words, which it says as well: its own words are not shown then. */
export function Details({ message }: { message: ShownMessage }) {
  const { details } = message
  if (!details) return null
  const Part = parts[details.type] as ((props: Props<DetailType>) => ReactNode) | undefined
  return Part ? <Part details={details} message={message} /> : <bdi dir="auto">{drawSentence(message.content ?? '')}</bdi>
}
