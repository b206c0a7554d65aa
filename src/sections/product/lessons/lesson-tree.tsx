import { Accessibility } from '@dnd-kit/dom'
import { DragDropProvider, PointerSensor } from '@dnd-kit/react'
import { Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { get, useFormState } from 'react-hook-form'
import { t } from '#console/i18n/i18n.ts'
import type { FormValues, InputProps } from '#console/kit/form/values/tools.ts'
import { startValues } from '#console/kit/form/values/values.ts'
import { Button } from '#console/ui/button.tsx'
import type { Fields } from '#contract/kit/field/field.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { completionText } from './completion-text.ts'
import { LessonNode, type NodeTools } from './lesson-node.tsx'
import {
  addLesson,
  changeNode,
  dropNode,
  type Inner,
  listNodes,
  type Node,
  type Path,
  type Row,
  rowsOf,
  type Step,
  stepNode,
} from './tree.ts'

/** A new row with a ref of its own, so that whatever merges it knows it. */
const newRow = (fields: Fields): Row => ({ ...startValues(fields, null), ref: uuidv7() })

/** What is to be focused once the tree is drawn: the same step of a moved row, or the title of a new one. */
interface Focus {
  key: string
  step: Step | null
}

function applyFocus(list: HTMLElement, { key, step }: Focus): void {
  const node = [...list.querySelectorAll<HTMLElement>('[data-node]')].find((each) => each.dataset.node === key)
  const button = step && node?.querySelector<HTMLButtonElement>(`[data-step="${step}"]:not(:disabled)`)
  const target = button || node?.querySelector<HTMLElement>('[data-node-title]')
  target?.focus()
  target?.scrollIntoView({ block: 'nearest' })
}

/** Whether a row or one of its values is refused. */
const hasErrors = (errors: unknown) => typeof errors === 'object' && errors !== null

/**
 * Lessons, or sections with their lessons, as one tree. Whatever dragging does the buttons do, too, and on a title Alt with an arrow; the
 * library's keyboard dragging, which speaks English only, is left out.
 */
export function LessonTree({ id, name, field, value, onChange, disabled, label }: InputProps) {
  const rowFields = field.fields ?? {}
  const [inner = null] = Object.keys(rowFields).filter((each) => rowFields[each]?.kind === 'rows')
  const lessonFields = inner === null ? rowFields : (rowFields[inner]?.fields ?? {})
  const { errors } = useFormState<FormValues>({ name })
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [said, setSaid] = useState('')
  const list = useRef<HTMLUListElement>(null)
  const focus = useRef<Focus | null>(null)
  // A file takes a while to read, and the tree may be another one by then.
  const latest = useRef(value)
  latest.current = value
  useEffect(() => {
    if (!focus.current || !list.current) return
    applyFocus(list.current, focus.current)
    focus.current = null
  })
  const rows = rowsOf(value)
  const nodes = listNodes(rows, inner)
  const current = () => rowsOf(latest.current)
  const write = (next: readonly Row[]) => {
    latest.current = next
    onChange(next)
  }
  const pathOf = ({ key, path }: Node): Path => listNodes(current(), inner).find((each) => each.key === key)?.path ?? path
  const tools: NodeTools = {
    name,
    disabled,
    levels: inner === null ? 1 : 2,
    isOpen: (key) => open.has(key),
    toggle: (key) =>
      setOpen((before) => (before.has(key) ? new Set([...before].filter((each) => each !== key)) : new Set([...before, key]))),
    canStep: ({ path }, step) => stepNode(rows, path, step, inner) !== null,
    step: (node, step) => {
      const moved = stepNode(current(), pathOf(node), step, inner)
      if (!moved) return
      focus.current = { key: node.key, step: open.has(node.key) ? step : null }
      setSaid(t('sections.lessons.moved', { name: toText(node.row.title) || t('sections.lessons.untitled'), place: placeText(moved.path) }))
      write(moved.rows)
    },
    change: (node, values) => write(changeNode(current(), pathOf(node), inner, (row) => ({ ...row, ...values }))),
    remove: (node) => write(changeNode(current(), pathOf(node), inner, () => null)),
    add: (node) => {
      if (inner === null) return
      const lesson = newRow(lessonFields)
      focus.current = { key: toText(lesson.ref), step: null }
      write(addLesson(current(), pathOf(node)[0], inner, lesson))
    },
  }
  const addRow = () => {
    const row = newRow(rowFields)
    focus.current = { key: toText(row.ref), step: null }
    write([...current(), row])
  }
  const isFull = field.max !== undefined && rows.length >= field.max
  const at = (key: unknown) => nodes.findIndex((node) => node.key === key)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a second label
    <div id={id} role="group" aria-label={label} tabIndex={-1} className="flex flex-col gap-2">
      <DragDropProvider
        sensors={[PointerSensor]}
        plugins={(defaults) => defaults.filter((plugin) => plugin !== Accessibility)}
        onDragEnd={({ operation: { source, target }, canceled }) => {
          if (!canceled && source && target) write(dropNode(current(), at(source.id), at(target.id), inner))
        }}
      >
        {nodes.length > 0 && (
          <ul ref={list} className="flex flex-col gap-1.5">
            {nodes.map((node, index) => {
              const [first, second] = node.path
              const isSection = inner !== null && second === undefined
              const path = second === undefined ? `${name}.${first}` : `${name}.${first}.${inner}.${second}`
              return (
                <LessonNode
                  key={node.key}
                  node={node}
                  index={index}
                  isSection={isSection}
                  fields={isSection ? rowFields : lessonFields}
                  place={placeText(node.path)}
                  path={path}
                  errors={get(errors, path)}
                  about={isSection ? sectionText(node.row, inner) : completionText(node.row)}
                  tools={hasErrors(get(errors, path)) && !isSection ? { ...tools, isOpen: () => true } : tools}
                />
              )
            })}
          </ul>
        )}
      </DragDropProvider>
      <output className="sr-only">{said}</output>
      {!disabled && (
        <Button repeats className="self-start" disabled={isFull} onClick={addRow}>
          <Plus />
          {t(inner === null ? 'sections.lessons.addLesson' : 'sections.lessons.addSection')}
        </Button>
      )}
    </div>
  )
}

const placeText = (path: Path): string => path.map((step) => step + 1).join('.')

/** How many lessons a section has, and how long they are. */
function sectionText(section: Row, inner: Inner): string {
  const lessons = rowsOf(inner === null ? [] : section[inner])
  const minutes = lessons.reduce((sum, lesson) => sum + (Number(lesson.minutes) || 0), 0)
  if (!lessons.length) return t('sections.lessons.empty')
  const words = [
    t('sections.lessons.count', { count: lessons.length }),
    ...(minutes ? [t('sections.lessons.minutes', { count: minutes })] : []),
  ]
  return words.join(' · ')
}
