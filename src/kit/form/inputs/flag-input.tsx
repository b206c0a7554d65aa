import { t } from '#console/i18n/i18n.ts'
import { Switch } from '#console/ui/switch.tsx'
import { about } from '../values/about.ts'
import type { InputProps } from '../values/tools.ts'

export function FlagInput(props: InputProps) {
  const on = props.value === true
  return (
    <span className="flex h-control items-center gap-3 text-sm text-muted-foreground">
      <Switch {...about(props)} checked={on} onChange={(event) => props.onChange(event.currentTarget.checked)} onBlur={props.onBlur} />
      {t(on ? 'choice.true' : 'choice.false')}
    </span>
  )
}
