import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { t } from '#console/i18n/i18n.ts'
import { formatNumber } from '#console/kit/text/format.ts'
import { listLink } from '#console/kit/text/section-link.ts'
import { Alert } from '#console/ui/alert.tsx'
import { whatsappNumber } from '#contract/sections/other/whatsapp-number.ts'
import { statesOptions } from './states-query.ts'

/** How many accounts, numbers and templates need somebody, with a way to them; nothing where none does. */
export function StatesNotice() {
  const { data = [] } = useQuery({ ...statesOptions, retry: false })
  const count = data.filter(({ alert }) => alert !== null).length
  if (!count) return null
  return (
    <Alert tone="danger" className="mx-4 mb-3">
      {t('whatsapp-number.states.count', { count, shown: formatNumber(count) })}{' '}
      <Link {...listLink(whatsappNumber.name, { at: 'states' })} className="font-medium underline underline-offset-4">
        {t('whatsapp-number.kept.show')}
      </Link>
    </Alert>
  )
}
