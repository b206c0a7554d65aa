import { Bold, Check, Italic, Link2, List, ListOrdered, Redo, Undo, X } from 'lucide-react'
import { toggleMark } from 'prosemirror-commands'
import { redo, undo } from 'prosemirror-history'
import type { Command } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { type ReactNode, useState } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { Button } from '#console/ui/button.tsx'
import { Input } from '#console/ui/input.tsx'
import { toText } from '#contract/kit/field/guards.ts'
import { readableText } from '#contract/lib/readable-text.ts'
import { keyAction } from '../../../text/keys.ts'
import { about } from '../../values/about.ts'
import type { InputProps } from '../../values/tools.ts'
import { isLink, linkAt, setLink } from './links.ts'
import { editorLook, textLook } from './look.ts'
import { schemaOf, type TextSchema } from './schema.ts'
import { around, hasMark, toggleList } from './steps.ts'
import { ToolButton } from './tool-button.tsx'
import { useEditor } from './use-editor.ts'

interface Question {
  label: string
  start: string
  /** Applies the value; returns a problem or undefined. */
  take: (value: string) => string | undefined
}

/** One line under the tools to enter a URL or a few words. Enter applies it, Escape closes it. */
function AskBar({ question, onDone }: { question: Question; onDone: () => void }) {
  const [value, setValue] = useState(question.start)
  const [problem, setProblem] = useState<string>()
  const take = () => {
    const wrong = question.take(value.trim())
    if (wrong === undefined) onDone()
    else setProblem(wrong)
  }
  return (
    <div className="border-b p-2">
      <div className="flex items-center gap-1">
        <Input
          autoFocus
          dir="auto"
          aria-label={question.label}
          placeholder={question.label}
          aria-invalid={problem !== undefined}
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
          onKeyDown={(event) => {
            const action = keyAction('editor', event)
            if (action === null) return
            if (action === 'leave') onDone()
            else take()
            event.preventDefault()
            event.stopPropagation()
          }}
        />
        <Button variant="quiet" size="icon" aria-label={t('editor.take')} onClick={take}>
          <Check />
        </Button>
        <Button variant="quiet" size="icon" aria-label={t('editor.leave')} onClick={onDone}>
          <X />
        </Button>
      </div>
      {problem && (
        <p role="alert" className="px-1 pt-1 text-xs text-danger-text">
          {problem}
        </p>
      )}
    </div>
  )
}

export interface EditorTools {
  view: EditorView
  schema: TextSchema
  disabled: boolean
  ask: (question: Question) => void
  /** Runs the command and focuses the text. */
  run: (step: Command) => void
}

interface Props extends InputProps {
  /** Tools after the usual ones. */
  more?: (tools: EditorTools) => ReactNode
  /** A line under the tools. */
  below?: (tools: EditorTools) => ReactNode
  look?: string
}

/** Editor of formatted text. Pasted and stored HTML is reduced to the field's schema; the server cleans it again. */
export function RichTextEditor({ more, below, look = textLook, ...props }: Props) {
  const { value, onChange, onBlur, field, label, disabled } = props
  const [question, setQuestion] = useState<Question | null>(null)
  const [schema] = useState(() => schemaOf(field.tools ?? []))
  const { host, view } = useEditor({
    schema,
    html: toText(value),
    disabled,
    attributes: {
      ...Object.fromEntries(
        Object.entries(about(props)).flatMap(([key, each]) => (each === undefined || key === 'disabled' ? [] : [[key, String(each)]])),
      ),
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-label': label,
      'aria-disabled': String(disabled),
      dir: 'auto',
      class: `${editorLook} px-3 py-2 text-sm outline-none ${field.tools ? 'min-h-72' : 'min-h-28'}`,
    },
    onChange,
    onBlur,
  })
  const run = (step: Command) => {
    if (!view) return
    step(view.state, view.dispatch, view)
    view.focus()
  }
  const link = () => {
    if (!view) return
    setQuestion({
      label: t('kit.linkAddress'),
      start: linkAt(view.state, schema) ?? 'https://',
      take: (address) => {
        run(setLink(schema, /^https?:\/\/[^\s.]+\.\S+$/.test(address) ? address : null))
        return undefined
      },
    })
  }
  const tools = view && { view, schema, disabled, ask: setQuestion, run }
  const { nodes, marks } = schema
  const list = view && around(view.state, [nodes.bulletList, nodes.orderedList])?.node.type
  const usual = view
    ? [
        { icon: Bold, name: t('kit.bold'), active: hasMark(view.state, marks.bold), run: () => run(toggleMark(marks.bold)) },
        { icon: Italic, name: t('kit.italic'), active: hasMark(view.state, marks.italic), run: () => run(toggleMark(marks.italic)) },
        { icon: List, name: t('kit.bullets'), active: list === nodes.bulletList, run: () => run(toggleList(schema, nodes.bulletList)) },
        {
          icon: ListOrdered,
          name: t('kit.numbers'),
          active: list === nodes.orderedList,
          run: () => run(toggleList(schema, nodes.orderedList)),
        },
        { icon: Link2, name: t('kit.link'), active: isLink(view.state, schema), run: link },
      ]
    : []
  const steps = [
    { icon: Undo, name: t('kit.undo'), run: () => run(undo) },
    { icon: Redo, name: t('kit.redo'), run: () => run(redo) },
  ]
  const length = field.max === undefined ? 0 : readableText(toText(value)).length
  return (
    <div className="min-w-0 rounded-md border border-input bg-card focus-within:border-ring has-aria-invalid:border-destructive">
      <div className="sticky top-0 z-10 rounded-t-md bg-card">
        <div role="toolbar" aria-label={t('kit.format')} className="flex flex-wrap items-center gap-0.5 border-b p-1">
          {usual.map((tool) => (
            <ToolButton key={tool.name} tool={tool} disabled={disabled} />
          ))}
          {tools && more?.(tools)}
          {steps.map((tool) => (
            <ToolButton key={tool.name} tool={tool} disabled={disabled} />
          ))}
          {field.max !== undefined && (
            <span className={`ms-auto px-2 text-xs tabular-nums ${length > field.max ? 'text-danger-text' : 'text-muted-foreground'}`}>
              {length}/{field.max}
            </span>
          )}
        </div>
        {tools && below?.(tools)}
        {question && (
          <AskBar
            key={question.label}
            question={question}
            onDone={() => {
              setQuestion(null)
              view?.focus()
            }}
          />
        )}
      </div>
      <div ref={host} className={look} />
    </div>
  )
}
