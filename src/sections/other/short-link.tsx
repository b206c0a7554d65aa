import { Copy } from 'lucide-react'
import { Suspense } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { defineSection } from '#console/kit/define-section.tsx'
import { deferred } from '#console/kit/parts/deferred.tsx'
import { DropdownMenuItem } from '#console/ui/dropdown-menu.tsx'
import { toText } from '#contract/kit/field/guards.ts'
import { shortLink } from '#contract/sections/other/short-link.ts'
import { copyAddress } from './short-link/address.ts'

const LinkPanel = deferred(() => import('./short-link/link-panel.tsx').then((module) => module.LinkPanel))

export const screens = defineSection(shortLink, {
  rowMenu: ({ slug }) => (
    <DropdownMenuItem onSelect={() => void copyAddress(toText(slug))}>
      <Copy />
      {t('short-link.copy')}
    </DropdownMenuItem>
  ),
  form: ({ field, record }) => (
    <>
      {record && (
        <Suspense fallback={<div className="h-52 animate-breathe rounded-lg bg-muted sm:col-span-2" />}>
          <LinkPanel record={record} />
        </Suspense>
      )}
      {field('slug')}
      {field('title')}
      {field('target', { wide: true })}
      {field('expires_at')}
    </>
  ),
})
