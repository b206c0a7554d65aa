import { Suspense } from 'react'
import { loadSectionWords } from '#console/i18n/i18n.ts'
import { deferred } from '#console/kit/parts/deferred.tsx'

const PhoneLinks = deferred(async () => {
  const [module] = await Promise.all([import('#console/leads/phone-links.tsx'), loadSectionWords('leads')])
  return module.PhoneLinks
})

/** Call and WhatsApp at the end of a row, beside its link. */
export function RowPhone({ phone, name }: { phone: unknown; name: string }) {
  if (!phone) return null
  return (
    <Suspense fallback={<span className="w-22 shrink-0" />}>
      <PhoneLinks phone={phone} name={name} size="icon" />
    </Suspense>
  )
}
