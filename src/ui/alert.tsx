import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

const looks = {
  info: { Icon: Info, className: 'bg-primary-soft text-primary-text' },
  warning: { Icon: TriangleAlert, className: 'bg-warning-soft text-warning-text' },
  danger: { Icon: CircleAlert, className: 'bg-danger-soft text-danger-text' },
} as const

/** Notice about a problem or state. Failures are announced at once. */
export function Alert({ tone = 'info', children, className = '' }: { tone?: keyof typeof looks; children: ReactNode; className?: string }) {
  const { Icon, className: colours } = looks[tone]
  return (
    <div role={tone === 'danger' ? 'alert' : 'status'} className={`flex gap-2.5 rounded-lg px-3 py-2.5 text-sm ${colours} ${className}`}>
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  )
}
