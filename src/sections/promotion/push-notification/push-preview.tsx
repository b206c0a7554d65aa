import { t } from '#console/i18n/i18n.ts'
import { useAddress } from '#console/kit/form/values/use-address.ts'
import { PhoneFrame } from '#console/kit/parts/phone-frame.tsx'
import { Picture } from '#console/kit/parts/picture.tsx'
import { toText } from '#contract/kit/field/guards.ts'

/** The notification on a locked phone, as it is while it is written. */
export function PushPreview({ values }: { values: Readonly<Record<string, unknown>> }) {
  const address = useAddress(values.image)
  const [title, message] = [toText(values.title).trim(), toText(values.message).trim()]
  return (
    <PhoneFrame label={t('sections.preview')}>
      <p aria-hidden="true" className="pt-6 text-center text-4xl text-muted-foreground tabular-nums" dir="ltr">
        09:41
      </p>
      <div className="m-3 mt-8 flex flex-col gap-1 rounded-2xl bg-card p-3 text-sm shadow-floating" dir="auto">
        <p className="flex items-center justify-between gap-2 text-xs text-muted-foreground">
          <span className="font-medium">Lapangan</span>
          <span>{t('push-notification.preview.now')}</span>
        </p>
        <p className="line-clamp-2 break-words font-semibold">{title || t('field.title')}</p>
        <p className="line-clamp-3 break-words text-muted-foreground">{message || t('push-notification.preview.empty')}</p>
        {address && <Picture src={address} alt="" width={432} className="mt-1 max-h-40 w-full rounded-lg object-cover" missing="hidden" />}
      </div>
    </PhoneFrame>
  )
}
