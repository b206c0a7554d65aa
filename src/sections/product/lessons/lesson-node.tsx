import { useSortable } from '@dnd-kit/react/sortable'
import { ArrowDown, ArrowUp, ChevronDown, CircleAlert, GripVertical, IndentDecrease, IndentIncrease, Plus, Trash2 } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { RowField, rowError } from '#console/kit/form/field/row-field.tsx'
import { keyAction } from '#console/kit/text/keys.ts'
import { fieldLabel } from '#console/kit/text/labels.ts'
import { Button } from '#console/ui/button.tsx'
import { Input } from '#console/ui/input.tsx'
import type { Field as FieldKind, Fields } from '#contract/kit/field/field.ts'
import { toText } from '#contract/kit/field/guards.ts'
import type { Node, Row, Step } from './tree.ts'

const steps: readonly { step: Step; icon: ReactNode; label: 'up' | 'down' | 'in' | 'out' }[] = [
  { step: 'up', icon: <ArrowUp />, label: 'up' },
  { step: 'down', icon: <ArrowDown />, label: 'down' },
  { step: 'out', icon: <IndentDecrease className="rtl:-scale-x-100" />, label: 'out' },
  { step: 'in', icon: <IndentIncrease className="rtl:-scale-x-100" />, label: 'in' },
]

export interface NodeTools {
  /** Path of the whole list in the record. */
  name: string
  disabled: boolean
  /** Steps in this tree: one of one level has no way in or out. */
  levels: 1 | 2
  isOpen: (key: string) => boolean
  toggle: (key: string) => void
  canStep: (node: Node, step: Step) => boolean
  step: (node: Node, step: Step) => void
  change: (node: Node, values: Row) => void
  remove: (node: Node) => void
  /** Adds a lesson to a section. */
  add: (node: Node) => void
}

interface Props {
  node: Node
  index: number
  isSection: boolean
  /** Fields of the row, without the list of lessons. */
  fields: Fields
  /** Place in words, such as 2 or 2.3. */
  place: string
  /** Path of its values in the record. */
  path: string
  errors: unknown
  /** Shown under its title. */
  about: string
  tools: NodeTools
}

/** The fields that a person fills in, beside the title. */
const othersOf = (fields: Fields): [string, FieldKind][] =>
  Object.entries(fields).filter(([name, { kind, readOnly }]) => name !== 'title' && kind !== 'rows' && !readOnly)

/** A section or a lesson: its title, what completes it, and below it all else with its steps. */
export function LessonNode({ node, index, isSection, fields, place, path, errors, about, tools }: Props) {
  const { key, row } = node
  const { disabled } = tools
  // Rows stay where they are until the drop: only the tree knows the place of a row between levels.
  const { ref, handleRef, isDragging, isDropTarget } = useSortable({ id: key, index, disabled, plugins: [] })
  const name = toText(row.title) || t('sections.lessons.untitled')
  const title = fieldLabel('title', fields.title)
  const problem = rowError(errors, 'title')
  const isOpen = tools.isOpen(key)
  const id = useId()
  const offered = steps.filter(
    ({ step }) => (tools.levels === 2 && (isSection ? step !== 'out' : step !== 'in')) || step === 'up' || step === 'down',
  )
  const onKeyDown = (event: KeyboardEvent) => {
    const way = keyAction('tree', event)
    if (!way || !tools.canStep(node, way)) return
    event.preventDefault()
    tools.step(node, way)
  }
  return (
    <li
      ref={ref}
      data-node={key}
      data-level={isSection ? 'section' : 'lesson'}
      className={`rounded-lg border bg-card ${isSection ? 'mt-2 first:mt-0' : tools.levels === 2 ? 'ms-4 sm:ms-8' : ''} ${isDragging ? 'shadow-floating' : ''} ${isDropTarget && !isDragging ? 'outline-2 outline-ring' : ''}`}
    >
      <div className="flex items-center gap-1 p-1.5">
        {!disabled && (
          <span
            ref={handleRef}
            aria-hidden="true"
            title={t('sections.lessons.drag', { name })}
            className="grid size-control shrink-0 cursor-grab touch-none place-items-center rounded-md text-muted-foreground hover:bg-muted active:cursor-grabbing"
          >
            <GripVertical className="size-4" />
          </span>
        )}
        <span aria-hidden="true" className="min-w-7 shrink-0 text-center text-xs tabular-nums text-muted-foreground max-sm:min-w-5">
          {place}
        </span>
        <Input
          id={`${id}-title`}
          name={`${path}.title`}
          aria-label={`${title} ${place}`}
          aria-invalid={problem !== '' || undefined}
          aria-describedby={`${id}-about`}
          dir="auto"
          disabled={disabled}
          value={toText(row.title)}
          className={isSection ? 'font-semibold' : ''}
          data-node-title=""
          onKeyDown={onKeyDown}
          onChange={({ currentTarget }) => tools.change(node, { title: currentTarget.value })}
        />
        <Button
          variant="quiet"
          size="icon"
          repeats
          aria-label={t('sections.lessons.open', { name })}
          aria-expanded={isOpen}
          aria-controls={`${id}-more`}
          onClick={() => tools.toggle(key)}
        >
          <ChevronDown className={isOpen ? 'rotate-180 transition-transform' : 'transition-transform'} />
        </Button>
      </div>
      <p id={`${id}-about`} className="flex flex-wrap gap-x-2 px-3 pb-2 text-xs text-muted-foreground">
        {problem && (
          <span className="flex gap-1 text-danger-text">
            <CircleAlert aria-hidden="true" className="mt-0.5 size-3 shrink-0" />
            {problem}
          </span>
        )}
        {about}
      </p>
      {isOpen && (
        <div id={`${id}-more`} className="flex flex-col gap-3 border-t px-3 py-3">
          {othersOf(fields).map(([each, field]) => (
            <RowField
              key={each}
              name={each}
              path={path}
              field={field}
              value={row[each] ?? ''}
              error={rowError(errors, each)}
              disabled={disabled}
              onChange={(value) => tools.change(node, { [each]: value })}
            />
          ))}
          {!disabled && (
            <div className="flex flex-wrap items-center gap-1">
              {offered.map(({ step, icon, label }) => (
                <Button
                  key={step}
                  variant="quiet"
                  size="icon"
                  repeats
                  data-step={step}
                  aria-label={t(`sections.lessons.${label}`, { name })}
                  disabled={!tools.canStep(node, step)}
                  onClick={() => tools.step(node, step)}
                >
                  {icon}
                </Button>
              ))}
              <Button variant="quiet" size="icon" aria-label={t('sections.lessons.remove', { name })} onClick={() => tools.remove(node)}>
                <Trash2 />
              </Button>
            </div>
          )}
        </div>
      )}
      {isSection && !disabled && (
        <div className="px-3 pb-2">
          <Button size="small" repeats aria-label={t('sections.lessons.addTo', { name })} onClick={() => tools.add(node)}>
            <Plus />
            {t('sections.lessons.addLesson')}
          </Button>
        </div>
      )}
    </li>
  )
}
