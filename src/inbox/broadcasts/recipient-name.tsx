import { t } from '#console/i18n/i18n.ts'
import { showPhone } from '#console/kit/text/phone.ts'

interface Props {
  /** As the server calls a customer: without a name by their number, which is digits. */
  name: string | null | undefined
  isFaint?: boolean
}

/** A recipient's name on one line, at the side where the window's lines begin. */
export const RecipientName = ({ name, isFaint = false }: Props) => (
  <bdi className={`block w-fit max-w-full truncate font-medium ${isFaint ? 'text-muted-foreground' : ''}`}>
    {name ? (/^\d+$/.test(name) ? showPhone(name) : name) : t('chat.unnamed')}
  </bdi>
)
