import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { request } from '#console/data/api/request.ts'
import { queryKeys } from '#console/data/query/query-keys.ts'
import { t } from '#console/i18n/i18n.ts'
import { defineSection } from '#console/kit/define-section.tsx'
import { noticeDays } from '#contract/chat/graph-versions.ts'
import { cloudVersion, whatsappNumber } from '#contract/sections/other/whatsapp-number.ts'
import { KeptNotice } from './whatsapp-number/kept-notice.tsx'
import { StatesNotice } from './whatsapp-number/states-notice.tsx'

/** Says that the version of the Cloud API ends, or has ended; nothing while there is time. */
export function VersionNote() {
  const { data } = useQuery({
    queryKey: queryKeys.call(cloudVersion.name, ''),
    queryFn: ({ signal }) => request<{ version: string | null; days: number | null }>(cloudVersion, { signal }),
    retry: false,
  })
  const { version, days } = data ?? {}
  if (!version || days === null || days === undefined || days > noticeDays) return null
  return (
    <span className="text-warning-text">
      {days > 0 ? t('whatsapp-number.versionEnds', { version, days }) : t('whatsapp-number.versionEnded', { version })}
    </span>
  )
}

const StatesPane = lazy(() => import('./whatsapp-number/states-pane.tsx').then((module) => ({ default: module.StatesPane })))
const KeptPane = lazy(() => import('./whatsapp-number/kept-pane.tsx').then((module) => ({ default: module.KeptPane })))

export const screens = defineSection(whatsappNumber, {
  above: () => (
    <>
      <StatesNotice />
      <KeptNotice />
    </>
  ),
  views: { states: StatesPane, notUnderstood: KeptPane },
  fields: (record) => {
    const hint = t(record ? 'sections.secretKeep' : 'sections.secret')
    return { channel: { wide: true, hint: <VersionNote /> }, access_token: { hint }, app_secret: { hint } }
  },
})
