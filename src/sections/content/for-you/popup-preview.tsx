import { ImageIcon, X } from 'lucide-react'
import { t } from '#console/i18n/i18n.ts'
import { SafeHtml } from '#console/kit/form/values/safe-html.tsx'
import { useAddress } from '#console/kit/form/values/use-address.ts'
import { PhoneFrame } from '#console/kit/parts/phone-frame.tsx'
import { Picture } from '#console/kit/parts/picture.tsx'
import { StatusBadge } from '#console/kit/parts/status-badge.tsx'
import { toText } from '#contract/kit/field/guards.ts'

/** Preview of the popup on a member's phone while editing. */
export function PopupPreview({ values }: { values: Readonly<Record<string, unknown>> }) {
  const picture = useAddress(values.gambar)
  return (
    <PhoneFrame label={t('sections.preview')}>
      <div className="m-auto flex w-[13rem] flex-col overflow-hidden rounded-xl bg-card shadow-floating">
        <div className="relative">
          {picture ? (
            <Picture
              src={picture}
              alt=""
              width={624}
              className="max-h-64 w-full object-contain"
              missing="grid aspect-[510/636] max-h-48 w-full place-items-center bg-muted text-xs text-muted-foreground"
            />
          ) : (
            <span className="grid aspect-[510/636] max-h-48 w-full place-items-center bg-muted text-muted-foreground">
              <ImageIcon aria-hidden="true" />
            </span>
          )}
          <span aria-hidden="true" className="absolute end-1.5 top-1.5 grid size-6 place-items-center rounded-full bg-card/80">
            <X className="size-3.5" />
          </span>
        </div>
        <div className="flex flex-col gap-2 p-3 text-xs">
          <span className="flex items-center justify-between gap-2">
            <strong dir="auto" className="truncate text-sm">
              {toText(values.title || t('sections.popupTitle'))}
            </strong>
            <StatusBadge value={values.type} />
          </span>
          <SafeHtml html={toText(values.message)} />
          {values.with_button === true && (
            <span dir="auto" className="mt-1 truncate rounded-md bg-primary px-3 py-1.5 text-center font-medium text-primary-foreground">
              {toText(values.button_title || t('sections.popupButton'))}
            </span>
          )}
        </div>
      </div>
    </PhoneFrame>
  )
}
