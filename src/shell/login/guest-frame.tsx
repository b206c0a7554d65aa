import type { ReactNode } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { isLocale, localeNames, locales } from '#console/i18n/locales.ts'
import { useTitle } from '#console/ui/hooks/use-title.ts'
import { Select } from '#console/ui/select.tsx'
import { Mark } from '../base/mark.tsx'
import { ConnectionBanner } from '../frame/connection-banner.tsx'
import { setPreference, usePreferences } from '../preferences/preferences.ts'
import { FieldPicture } from './field-picture.tsx'

interface Props {
  title: string
  detail?: string
  children: ReactNode
}

/** Layout of guest screens: form and picture side by side; on a phone only the form. */
export function GuestFrame({ title, detail, children }: Props) {
  const { locale } = usePreferences()
  useTitle(title)
  return (
    <div className="grid min-h-dvh grid-cols-1 lg:grid-cols-[minmax(30rem,1fr)_minmax(0,1.15fr)]">
      <div className="flex min-w-0 flex-col pt-(--safe-top) pb-(--safe-bottom)">
        <ConnectionBanner />
        <header className="flex items-center gap-2.5 px-6 pt-6 sm:px-10">
          <Mark className="size-8" />
          <span className="flex-1 text-lg font-semibold tracking-tight">Lapangan</span>
          <Select
            className="w-auto max-w-40"
            aria-label={t('login.language')}
            value={locale}
            onChange={(event) => isLocale(event.target.value) && void setPreference('locale', event.target.value)}
          >
            {locales.map((entry) => (
              <option key={entry} value={entry} lang={entry}>
                {localeNames[entry]}
              </option>
            ))}
          </Select>
        </header>
        <main id="main" className="mx-auto flex w-full max-w-[26rem] flex-1 flex-col justify-center px-6 py-10">
          <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
          {detail && <p className="mt-1.5 text-base text-muted-foreground">{detail}</p>}
          <div className="mt-7">{children}</div>
        </main>
      </div>
      <FieldPicture />
    </div>
  )
}
