import { useSortable } from '@dnd-kit/react/sortable'
import {
  ArrowDown,
  ArrowUp,
  CalendarDays,
  ChevronDown,
  CircleAlert,
  CircleHelp,
  Copy,
  Eye,
  EyeOff,
  GripVertical,
  ImageIcon,
  type LucideIcon,
  PanelTop,
  Play,
  ShoppingBag,
  SquarePen,
  Trash2,
  Type,
} from 'lucide-react'
import { type KeyboardEvent, memo, useId } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { RowField, rowError } from '#console/kit/form/field/row-field.tsx'
import { keyAction } from '#console/kit/text/keys.ts'
import { choiceLabel, fieldLabel } from '#console/kit/text/labels.ts'
import { Button } from '#console/ui/button.tsx'
import { met } from '#contract/kit/field/condition.ts'
import type { Fields } from '#contract/kit/field/field.ts'
import { toRecord, toText } from '#contract/kit/field/guards.ts'
import { readableText } from '#contract/lib/readable-text.ts'
import { type BlockKind, isBlockKind } from '#contract/parts/block-fields.ts'
import { landingPage } from '#contract/sections/promotion/landing-page.ts'
import { BlockRows } from './block-rows.tsx'
import { type Block, refOf } from './blocks.ts'

const fields: Fields = landingPage.fields.sections.fields ?? {}

export const blockIcons: Readonly<Record<BlockKind, LucideIcon>> = {
  hero: PanelTop,
  text: Type,
  image: ImageIcon,
  video: Play,
  products: ShoppingBag,
  events: CalendarDays,
  questions: CircleHelp,
  form: SquarePen,
}

export const kindLabel = (kind: unknown): string => choiceLabel(kind, fields.kind)

/** What a block is called: by its kind, and by what stands in it. */
export const blockName = (block: Block): string => {
  const text = toText(block.title) || readableText(toText(block.body)).slice(0, 60)
  return text ? `${kindLabel(block.kind)}: ${text}` : kindLabel(block.kind)
}

export interface BlockTools {
  toggle: (ref: string) => void
  step: (ref: string, by: 1 | -1) => void
  change: (ref: string, values: Block, name: string) => void
  duplicate: (ref: string) => void
  remove: (ref: string) => void
}

interface Props {
  block: Block
  index: number
  isFirst: boolean
  isLast: boolean
  isOpen: boolean
  errors: unknown
  disabled: boolean
  tools: BlockTools
}

/** Fields of a block's kind that a person fills in. */
const shownFields = (block: Block) =>
  Object.entries(fields).filter(([name, field]) => name !== 'kind' && name !== 'hidden' && met(field.shownWhen, block))

/** A line of the editor: what the block is, its steps, and below it its fields. */
function Line({ block, index, isFirst, isLast, isOpen, errors, disabled, tools }: Props) {
  const ref = refOf(block)
  const { ref: node, handleRef, isDragging, isDropTarget } = useSortable({ id: ref, index, disabled, plugins: [] })
  const id = useId()
  const path = `sections.${index}`
  const name = blockName(block)
  const Icon = blockIcons[isBlockKind(block.kind) ? block.kind : 'text']
  const isHidden = block.hidden === true
  const hasErrors = Object.keys(toRecord(errors)).length > 0
  const onKeyDown = (event: KeyboardEvent) => {
    const way = keyAction('tree', event)
    if (!way) return
    event.preventDefault()
    tools.step(ref, way === 'up' ? -1 : 1)
  }
  return (
    <li
      ref={node}
      data-block={ref}
      // Scrolled to, it is not behind the bars above and below the form.
      style={{ scrollMarginBlock: '9rem' }}
      className={`rounded-lg border bg-card ${isDragging ? 'shadow-floating' : ''} ${isDropTarget && !isDragging ? 'outline-2 outline-ring' : ''}`}
    >
      <div className="flex items-center gap-0.5 p-1">
        {!disabled && (
          <span
            ref={handleRef}
            aria-hidden="true"
            title={t('landing-page.editor.drag', { name })}
            className="grid h-control w-6 shrink-0 cursor-grab touch-none place-items-center rounded-md text-muted-foreground hover:bg-muted active:cursor-grabbing max-sm:hidden"
          >
            <GripVertical className="size-4" />
          </span>
        )}
        <button
          type="button"
          data-node-title=""
          aria-label={t('landing-page.editor.open', { name })}
          aria-expanded={isOpen}
          aria-controls={`${id}-more`}
          className={`flex min-h-control min-w-0 flex-1 items-center gap-2 rounded-md px-1.5 text-start text-sm outline-none hover:bg-muted focus-visible:outline-2 focus-visible:outline-ring touch:min-h-11 ${isHidden ? 'text-muted-foreground' : ''}`}
          onClick={() => tools.toggle(ref)}
          onKeyDown={onKeyDown}
        >
          <Icon aria-hidden="true" className="size-4 shrink-0 text-muted-foreground" />
          <span dir="auto" className={`min-w-0 flex-1 truncate ${isHidden ? 'line-through' : 'font-medium'}`}>
            {name}
          </span>
          {hasErrors && <CircleAlert aria-hidden="true" className="size-4 shrink-0 text-danger-text" />}
          {isHidden && <EyeOff aria-hidden="true" className="size-4 shrink-0" />}
          <ChevronDown aria-hidden="true" className={`size-4 shrink-0 transition-transform ${isOpen ? 'rotate-180' : ''}`} />
        </button>
        {!disabled && (
          <>
            <Button
              variant="quiet"
              size="icon"
              repeats
              className="touch:size-11"
              data-step="up"
              aria-label={t('landing-page.editor.up', { name })}
              disabled={isFirst}
              onClick={() => tools.step(ref, -1)}
            >
              <ArrowUp />
            </Button>
            <Button
              variant="quiet"
              size="icon"
              repeats
              className="touch:size-11"
              data-step="down"
              aria-label={t('landing-page.editor.down', { name })}
              disabled={isLast}
              onClick={() => tools.step(ref, 1)}
            >
              <ArrowDown />
            </Button>
          </>
        )}
      </div>
      {isOpen && (
        <div id={`${id}-more`} className="flex flex-col gap-3 border-t px-3 py-3">
          {shownFields(block).map(([each, field]) =>
            field.kind === 'rows' ? (
              <BlockRows
                key={each}
                path={`${path}.${each}`}
                field={field}
                label={fieldLabel(each, field)}
                value={block[each]}
                errors={toRecord(errors)[each]}
                disabled={disabled}
                onChange={(value) => tools.change(ref, { [each]: value }, each)}
              />
            ) : (
              <RowField
                key={each}
                name={each}
                path={path}
                field={field}
                required={field.required || (field.requiredWhen !== undefined && met(field.requiredWhen, block))}
                value={block[each] ?? (field.kind === 'references' ? [] : '')}
                error={rowError(errors, each)}
                disabled={disabled}
                onChange={(value) => tools.change(ref, { [each]: value }, each)}
              />
            ),
          )}
          {!disabled && (
            <div className="flex flex-wrap items-center gap-1 border-t pt-2">
              <Button
                variant="quiet"
                size="icon"
                className="touch:size-11"
                repeats
                aria-label={t('landing-page.editor.duplicate', { name })}
                onClick={() => tools.duplicate(ref)}
              >
                <Copy />
              </Button>
              <Button
                variant="quiet"
                size="icon"
                className="touch:size-11"
                repeats
                aria-label={t(isHidden ? 'landing-page.editor.show' : 'landing-page.editor.hide', { name })}
                onClick={() => tools.change(ref, { hidden: !isHidden }, '')}
              >
                {isHidden ? <Eye /> : <EyeOff />}
              </Button>
              <Button
                variant="quiet"
                size="icon"
                className="touch:size-11"
                aria-label={t('landing-page.editor.remove', { name })}
                onClick={() => tools.remove(ref)}
              >
                <Trash2 />
              </Button>
            </div>
          )}
        </div>
      )}
    </li>
  )
}

/** Drawn again only when something of the block changes. */
export const BlockNode = memo(Line)
