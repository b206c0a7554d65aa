import { Phone } from 'lucide-react'
import { t } from '#console/i18n/i18n.ts'
import { WhatsappIcon } from '#console/kit/parts/whatsapp-icon.tsx'
import { isCallable, showPhone, telLink, whatsappLink } from '#console/kit/text/phone.ts'
import { buttonClass } from '#console/ui/button.tsx'

interface Props {
  phone: unknown
  name: string
  /** With text labels. */
  withLabels?: boolean
  size?: 'smallIcon' | 'icon'
}

/** Call and message links; nothing without a complete number. */
export function PhoneLinks({ phone, name, withLabels = false, size = 'smallIcon' }: Props) {
  if (!isCallable(phone)) return null
  const look = buttonClass({ variant: withLabels ? 'secondary' : 'quiet', size: withLabels ? 'default' : size })
  return (
    <span className={`inline-flex shrink-0 items-center ${withLabels ? 'gap-2' : ''}`}>
      <a href={telLink(phone)} className={look} {...(!withLabels && { 'aria-label': t('leads.callName', { name }) })}>
        <Phone aria-hidden="true" />
        {withLabels && t('leads.call')}
      </a>
      <a
        href={whatsappLink(phone)}
        target="_blank"
        rel="noopener noreferrer"
        // Beside large letters a row has room for one of the two.
        className={withLabels ? look : `${look} @max-xs:hidden`}
        {...(!withLabels && { 'aria-label': t('leads.whatsappName', { name }) })}
      >
        <WhatsappIcon />
        {withLabels && t('leads.whatsapp')}
      </a>
    </span>
  )
}

/** The number with its links. Digits are left-to-right in every language. */
export function PhoneCell({ phone, name }: { phone: string; name: string }) {
  return (
    <span className="inline-flex items-center gap-1 whitespace-nowrap">
      <bdi dir="ltr" className="tabular-nums">
        {showPhone(phone)}
      </bdi>
      <PhoneLinks phone={phone} name={name} />
    </span>
  )
}
