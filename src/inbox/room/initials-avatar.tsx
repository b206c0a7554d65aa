import { initials } from '#console/ui/avatar.tsx'

/** Hues of initials: the same name has the same colour everywhere, with contrast 4.5:1 in both themes. */
const hues = [162, 240, 300, 25, 75, 200, 340, 120] as const

function hueOf(text: string): number {
  let sum = 0
  for (const letter of text) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) >>> 0
  return hues[sum % hues.length] ?? 162
}

/** A customer's initials on a seeded colour. */
export function InitialsAvatar({ name, seed, className = 'size-11 text-sm' }: { name: string; seed: string; className?: string }) {
  const hue = hueOf(seed)
  return (
    <span
      aria-hidden="true"
      className={`inline-flex shrink-0 select-none items-center justify-center rounded-full font-semibold ${className}`}
      style={{
        background: `light-dark(oklch(0.93 0.045 ${hue}), oklch(0.33 0.06 ${hue}))`,
        color: `light-dark(oklch(0.42 0.1 ${hue}), oklch(0.86 0.09 ${hue}))`,
      }}
    >
      {/^\+?\d/.test(name) ? '#' : initials(name)}
    </span>
  )
}
