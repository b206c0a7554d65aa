import { type ReactNode, useState } from 'react'
import { usePictureAddress } from '#console/data/api/picture-address.ts'
import { t } from '#console/i18n/i18n.ts'

interface Props {
  /** URL of a stored or local picture; null where it is unavailable. */
  src: string | null
  alt: string
  /** Width in pixels of a high-density screen. */
  width: number
  className?: string
  /** Text in its place. */
  missing?: string
  /** Beside the words 'image not available'. */
  icon?: ReactNode
  /** Without room for the words, they are read out and shown on hover. */
  compact?: boolean
  lazy?: boolean
}

/** A picture, through the image loader; 'image not available' where it fails (docs/product/forms.md#image-loader). */
export function Picture({
  src,
  alt,
  width,
  className,
  missing = 'text-xs text-muted-foreground',
  icon,
  compact = false,
  lazy = false,
}: Props) {
  const address = usePictureAddress(src, width)
  const [broken, setBroken] = useState<string | null>(null)
  if (!address || broken === address)
    return (
      <span className={missing} {...(compact && { title: t('list.noImage') })}>
        {icon}
        <span className={compact ? 'sr-only' : undefined}>{t('list.noImage')}</span>
      </span>
    )
  return (
    <img
      src={address}
      alt={alt}
      className={className}
      draggable={false}
      {...(lazy && { loading: 'lazy' as const })}
      onError={() => setBroken(address)}
    />
  )
}
