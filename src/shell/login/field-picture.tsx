import { t } from '#console/i18n/i18n.ts'

const rows = [0, 1, 2, 3, 4, 5, 6, 7]

/** A large field like the logo's, with the product's promises. */
export function FieldPicture() {
  return (
    <aside className="relative m-3 hidden overflow-hidden rounded-2xl bg-[oklch(0.29_0.055_163)] text-[oklch(0.97_0.02_163)] lg:flex lg:items-end">
      <svg viewBox="0 0 800 900" preserveAspectRatio="xMidYMid slice" className="absolute inset-0 size-full" aria-hidden="true">
        {rows.map((row) => (
          <rect key={row} x={row * 100} width="50" height="900" fill="white" opacity="0.022" />
        ))}
        <g fill="none" stroke="white" strokeWidth="2" opacity="0.34">
          <path d="M90 90h620v720H90zM90 450h620" />
          <circle cx="400" cy="450" r="96" />
          <path d="M230 90v130h340V90M230 810V680h340v130M320 90v52h160V90M320 810v-52h160v52" />
          <path d="M90 122a32 32 0 0 0 32-32M678 90a32 32 0 0 0 32 32M90 778a32 32 0 0 1 32 32M678 810a32 32 0 0 1 32-32" />
        </g>
        <path
          d="M150 720 250 640 320 672 430 520 520 560 650 330"
          fill="none"
          stroke="oklch(0.80 0.155 162)"
          strokeWidth="4"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        <circle cx="650" cy="330" r="9" fill="oklch(0.80 0.155 162)" />
        <circle cx="650" cy="330" r="22" fill="oklch(0.80 0.155 162)" opacity="0.25" />
      </svg>
      <div className="relative w-full bg-linear-to-t from-[oklch(0.22_0.05_163)] to-transparent p-10 pt-24">
        <p className="max-w-md text-2xl leading-snug font-semibold tracking-tight text-balance">{t('login.promise')}</p>
      </div>
    </aside>
  )
}
