import { t, useLocale } from '#console/i18n/i18n.ts'
import { PublicAddress, publicAddress } from '#console/kit/parts/public-address.tsx'
import { toText } from '#contract/kit/field/guards.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { eventPath } from '#contract/public-pages.ts'

function noteOf({ status, visibility }: AnyRow): string {
  if (status === 'ended') return t('event.page.ended')
  return visibility === 'private' ? t('event.page.private') : t('event.page.published')
}

/** The address of an event's public page; with its key while it is private. */
export function PagePanel({ record }: { record: AnyRow }) {
  useLocale()
  const path = eventPath(toText(record.slug), record.visibility === 'private' ? toText(record.page_key) : null)
  const [copy, copied, notCopied] = [t('event.page.copy'), t('event.page.copied'), t('event.page.notCopied')]
  return <PublicAddress address={publicAddress(path)} texts={{ title: t('event.page'), note: noteOf(record), copy, copied, notCopied }} />
}
