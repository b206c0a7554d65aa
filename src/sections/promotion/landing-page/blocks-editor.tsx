import { Accessibility } from '@dnd-kit/dom'
import { DragDropProvider, PointerSensor } from '@dnd-kit/react'
import { Plus, Redo2, Undo2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { get, useFormState } from 'react-hook-form'
import { t } from '#console/i18n/i18n.ts'
import type { FormValues, InputProps } from '#console/kit/form/values/tools.ts'
import { startValues } from '#console/kit/form/values/values.ts'
import { Button } from '#console/ui/button.tsx'
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '#console/ui/dropdown-menu.tsx'
import { isRecord, toText } from '#contract/kit/field/guards.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { type BlockKind, blockKinds } from '#contract/parts/block-fields.ts'
import { BlockNode, type BlockTools, blockIcons, blockName, kindLabel } from './block-node.tsx'
import { changeBlock, duplicateBlock, moveBlock, refOf, removeBlock, stepBlock } from './blocks.ts'
import { Preview } from './preview.tsx'
import { useUndo } from './use-undo.ts'

/** What is to be focused once the list is drawn: the same step of a moved block, or a block's line. */
interface Focus {
  ref: string
  step: 'up' | 'down' | null
}

function applyFocus(list: HTMLElement, { ref, step }: Focus): void {
  const node = [...list.querySelectorAll<HTMLElement>('[data-block]')].find((each) => each.dataset.block === ref)
  const button = step && node?.querySelector<HTMLButtonElement>(`[data-step="${step}"]:not(:disabled)`)
  const target = button || node?.querySelector<HTMLElement>('[data-node-title]')
  target?.focus()
  node?.scrollIntoView({ block: 'nearest' })
}

const views = ['blocks', 'preview'] as const

/**
 * The blocks of a page with what they look like: beside each other, or on a phone one behind the other. Whatever dragging does the buttons
 * do, too, and on a block's line Alt with an arrow.
 */
export function BlocksEditor({ id, name, field, value, onChange, disabled, label }: InputProps) {
  const { errors } = useFormState<FormValues>({ name })
  const undo = useUndo(value, onChange)
  const { blocks, current, write } = undo
  const [view, setView] = useState<(typeof views)[number]>('blocks')
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [said, setSaid] = useState('')
  const list = useRef<HTMLUListElement>(null)
  const focus = useRef<Focus | null>(null)
  const isAdding = useRef(false)
  useEffect(() => {
    if (!focus.current || !list.current) return
    applyFocus(list.current, focus.current)
    focus.current = null
  })
  const nameOf = (ref: string) => blockName(current().find((block) => refOf(block) === ref) ?? {})
  // Made once: a block's line is drawn again only when the block changes.
  const [tools] = useState<BlockTools>(() => ({
    toggle: (ref) =>
      setOpen((before) => (before.has(ref) ? new Set([...before].filter((each) => each !== ref)) : new Set([...before, ref]))),
    step: (ref, by) => {
      const next = stepBlock(current(), ref, by)
      if (!next) return
      focus.current = { ref, step: by < 0 ? 'up' : 'down' }
      setSaid(t('landing-page.editor.moved', { name: nameOf(ref), place: next.findIndex((block) => refOf(block) === ref) + 1 }))
      write(next)
    },
    change: (ref, values, what) => write(changeBlock(current(), ref, values), what === '' ? null : `${ref} ${what}`),
    duplicate: (ref) => {
      const made = duplicateBlock(current(), ref)
      if (!made) return
      focus.current = { ref: made.ref, step: null }
      write(made.blocks)
    },
    remove: (ref) => {
      const before = current()
      const at = before.findIndex((block) => refOf(block) === ref)
      const next = before[at + 1] ?? before[at - 1]
      setSaid(t('landing-page.editor.removed', { name: nameOf(ref) }))
      if (next) focus.current = { ref: refOf(next), step: null }
      write(removeBlock(before, ref))
    },
  }))
  const add = (kind: BlockKind) => {
    const ref = uuidv7()
    isAdding.current = true
    focus.current = { ref, step: null }
    setOpen((before) => new Set([...before, ref]))
    write([...current(), { ...startValues(field.fields ?? {}, null), kind, ref }])
  }
  const drop = (source: unknown, target: unknown) => {
    const place = current().findIndex((block) => refOf(block) === toText(target))
    const next = place < 0 ? null : moveBlock(current(), toText(source), place)
    if (next) write(next)
  }
  const isFull = field.max !== undefined && blocks.length >= field.max
  const viewClass = (isChosen: boolean) =>
    `min-h-control flex-1 rounded-md px-3 text-sm font-medium touch:min-h-11 ${isChosen ? 'bg-card shadow-raised' : 'text-muted-foreground'}`
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a second label
    <div id={id} role="group" aria-label={label} tabIndex={-1} className="grid grid-cols-1 items-start gap-3 lg:grid-cols-2">
      <div role="tablist" aria-label={label} className="flex gap-1 rounded-lg bg-muted p-1 lg:hidden">
        {views.map((each) => (
          <button
            key={each}
            type="button"
            role="tab"
            aria-selected={view === each}
            className={viewClass(view === each)}
            onClick={() => setView(each)}
          >
            {t(`landing-page.editor.${each}`)}
          </button>
        ))}
      </div>
      <div className={`flex min-w-0 flex-col gap-2 ${view === 'preview' ? 'max-lg:hidden' : ''}`}>
        {!disabled && (
          <div className="flex flex-wrap items-center gap-1">
            <DropdownMenu>
              <DropdownMenuTrigger asChild>
                <Button repeats disabled={isFull}>
                  <Plus />
                  {t('landing-page.editor.add')}
                </Button>
              </DropdownMenuTrigger>
              <DropdownMenuContent
                align="start"
                onCloseAutoFocus={(event) => {
                  // The focus is in the new block, or will be.
                  if (isAdding.current) event.preventDefault()
                  isAdding.current = false
                }}
              >
                {blockKinds.map((kind) => {
                  const Icon = blockIcons[kind]
                  return (
                    <DropdownMenuItem key={kind} onSelect={() => add(kind)}>
                      <Icon aria-hidden="true" />
                      {kindLabel(kind)}
                    </DropdownMenuItem>
                  )
                })}
              </DropdownMenuContent>
            </DropdownMenu>
            <span className="ms-auto flex gap-1">
              <Button
                variant="quiet"
                size="icon"
                repeats
                className="touch:size-11"
                aria-label={t('landing-page.editor.undo')}
                disabled={!undo.back}
                onClick={() => undo.back?.()}
              >
                <Undo2 className="rtl:-scale-x-100" />
              </Button>
              <Button
                variant="quiet"
                size="icon"
                repeats
                className="touch:size-11"
                aria-label={t('landing-page.editor.redo')}
                disabled={!undo.forth}
                onClick={() => undo.forth?.()}
              >
                <Redo2 className="rtl:-scale-x-100" />
              </Button>
            </span>
          </div>
        )}
        {blocks.length === 0 && (
          <p className="rounded-lg border border-dashed p-4 text-sm text-muted-foreground">{t('landing-page.editor.empty')}</p>
        )}
        <DragDropProvider
          sensors={[PointerSensor]}
          plugins={(defaults) => defaults.filter((plugin) => plugin !== Accessibility)}
          onDragEnd={({ operation: { source, target }, canceled }) => {
            if (!canceled && source && target) drop(source.id, target.id)
          }}
        >
          <ul ref={list} className="flex flex-col gap-1.5">
            {blocks.map((block, index) => {
              const own: unknown = get(errors, `${name}.${index}`)
              return (
                <BlockNode
                  key={refOf(block)}
                  block={block}
                  index={index}
                  isFirst={index === 0}
                  isLast={index === blocks.length - 1}
                  isOpen={open.has(refOf(block))}
                  errors={isRecord(own) ? own : undefined}
                  disabled={disabled}
                  tools={tools}
                />
              )
            })}
          </ul>
        </DragDropProvider>
        <output className="sr-only">{said}</output>
      </div>
      <div className={`sticky top-0 min-w-0 ${view === 'blocks' ? 'max-lg:hidden' : ''}`}>
        <Preview blocks={blocks} />
      </div>
    </div>
  )
}
