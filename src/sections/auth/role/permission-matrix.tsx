import type { KeyboardEvent } from 'react'
import { t } from '#console/i18n/i18n.ts'
import type { InputProps } from '#console/kit/form/values/tools.ts'
import { keyAction } from '#console/kit/text/keys.ts'
import { Checkbox } from '#console/ui/checkbox.tsx'
import { type Action, actions, actionsOf, type Resource, resources } from '#contract/kit/field/permission.ts'

const columns = actions
const existing = (resource: Resource) => actionsOf(resource).map((action) => `${action} ${resource}`)
const withAction = (action: Action) => resources.flatMap((each) => (actionsOf(each).includes(action) ? [`${action} ${each}`] : []))

const steps = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] } as const

/** Arrow keys move between boxes by position; Tab works as usual. */
function walk(event: KeyboardEvent<HTMLTableElement>) {
  const action = keyAction('matrix', event)
  const step = action && steps[action]
  const cell = event.target instanceof Element ? event.target.closest('[data-cell]')?.getAttribute('data-cell') : null
  if (!step || !cell) return
  const [x = 0, y = 0] = cell.split(' ').map(Number)
  const direction = document.documentElement.dir === 'rtl' ? -1 : 1
  event.preventDefault()
  for (let i = 1; i <= resources.length; i++) {
    const next = event.currentTarget.querySelector<HTMLInputElement>(
      `[data-cell="${x + step[0] * i * direction} ${y + step[1] * i}"] input`,
    )
    if (next) return next.focus()
  }
}

interface BoxProps {
  all: readonly string[]
  granted: ReadonlySet<string>
  label: string
  disabled: boolean
  onToggle: (permissions: readonly string[], on: boolean) => void
}

function Box({ all, granted, label, disabled, onToggle }: BoxProps) {
  const count = all.filter((each) => granted.has(each)).length
  return (
    <Checkbox
      aria-label={label}
      disabled={disabled}
      checked={count === all.length}
      indeterminate={count > 0 && count < all.length}
      onChange={() => onToggle(all, count < all.length)}
    />
  )
}

/** Permissions of every resource by action (docs/product/access.md#permissions), with whole rows and columns. */
export function PermissionMatrix({ id, value, onChange, disabled, label }: InputProps) {
  const list = Array.isArray(value) ? value.map(String) : []
  const granted = new Set(list)
  function toggle(permissions: readonly string[], on: boolean) {
    const rest = list.filter((each) => !permissions.includes(each))
    onChange(on ? [...rest, ...permissions] : rest)
  }
  const box = { granted, disabled, onToggle: toggle }
  return (
    // Without a focusable box arrows still scroll it.
    <div id={id} tabIndex={disabled ? 0 : -1} className="overflow-x-auto rounded-lg border">
      <table aria-label={label} className="w-full text-sm" onKeyDown={walk}>
        <thead>
          <tr className="border-b text-xs text-muted-foreground">
            <th scope="col" className="px-3 py-2 text-start font-medium">
              {t('sections.resource')}
            </th>
            {columns.map((action, x) => (
              <th key={action} scope="col" className="px-2 py-2 font-medium">
                <span className="flex flex-col items-center gap-1.5" data-cell={`${x + 1} 0`}>
                  {t(`choice.${action}`)}
                  <Box {...box} all={withAction(action)} label={t('sections.allOfAction', { action: t(`choice.${action}`) })} />
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {resources.map((resource, y) => (
            <tr key={resource} className="border-b last:border-0 hover:bg-muted/60">
              <th scope="row" className="px-3 py-1.5 text-start font-normal">
                <span className="flex min-h-8 items-center gap-2.5 touch:min-h-11" data-cell={`0 ${y + 1}`}>
                  <Box
                    {...box}
                    all={existing(resource)}
                    label={t('sections.allOfResource', { resource: t(`choice.resource.${resource}`) })}
                  />
                  {t(`choice.resource.${resource}`)}
                </span>
              </th>
              {columns.map((action, x) => (
                <td key={action} className="px-2 text-center" data-cell={`${x + 1} ${y + 1}`}>
                  {actionsOf(resource).includes(action) && (
                    <Box {...box} all={[`${action} ${resource}`]} label={`${t(`choice.${action}`)} ${t(`choice.resource.${resource}`)}`} />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
