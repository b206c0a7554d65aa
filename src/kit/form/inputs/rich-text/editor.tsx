import Link from '@tiptap/extension-link'
import { type Editor, EditorContent, type Extensions, useEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { Bold, Italic, Link2, List, ListOrdered, Redo2, Undo2 } from 'lucide-react'
import { type ReactNode, useEffect, useReducer, useState } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { readableText } from '#contract/lib/readable-text.ts'
import { cleanHtml } from '../../clean-html.ts'
import type { InputProps } from '../../tools.ts'
import { about } from '../about.ts'
import { AskBar, type Question } from './ask-bar.tsx'
import { textLook } from './look.ts'
import { ToolButton } from './tool-button.tsx'

const basic: Extensions = [StarterKit.configure({ link: false }), Link.configure({ openOnClick: false, protocols: ['http', 'https'] })]

export interface EditorTools {
  editor: Editor
  disabled: boolean
  ask: (question: Question) => void
}

interface Props extends InputProps {
  /** Nodes beyond the usual ones; the same list at every drawing. */
  extensions?: Extensions
  /** Tools behind the usual ones. */
  more?: (tools: EditorTools) => ReactNode
  look?: string
}

const htmlOf = (editor: Editor) => (editor.isEmpty ? '' : editor.getHTML())

/** Text with markup. What is pasted or stored is cleaned here as well as on the server. */
export function RichTextEditor({ extensions = [], more, look = textLook, ...props }: Props) {
  const { value, onChange, onBlur, field, label, disabled } = props
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const [question, setQuestion] = useState<Question | null>(null)
  const editor = useEditor({
    extensions: [...basic, ...extensions],
    content: cleanHtml(String(value ?? '')),
    editable: !disabled,
    editorProps: {
      attributes: {
        ...Object.fromEntries(
          Object.entries(about(props)).flatMap(([key, each]) => (each === undefined || key === 'disabled' ? [] : [[key, String(each)]])),
        ),
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        dir: 'auto',
        class: `rich-text px-3 py-2 text-sm outline-none ${field.tools ? 'min-h-72' : 'min-h-28'}`,
      },
    },
    onUpdate: ({ editor: each }) => onChange(htmlOf(each)),
    onTransaction: redraw,
    onBlur,
  })
  useEffect(() => {
    const outside = String(value ?? '')
    if (editor && !editor.isDestroyed && outside !== htmlOf(editor)) editor.commands.setContent(cleanHtml(outside), { emitUpdate: false })
  }, [editor, value])
  if (!editor || editor.isDestroyed) return null

  const chain = () => editor.chain().focus()
  const link = () =>
    setQuestion({
      label: t('kit.linkAddress'),
      start: String(editor.getAttributes('link').href ?? 'https://'),
      take: (address) => {
        if (/^https?:\/\/\S+\.\S+$/.test(address)) chain().extendMarkRange('link').setLink({ href: address }).run()
        else chain().extendMarkRange('link').unsetLink().run()
        return undefined
      },
    })
  const usual = [
    { icon: Bold, name: t('kit.bold'), active: editor.isActive('bold'), run: () => chain().toggleBold().run() },
    { icon: Italic, name: t('kit.italic'), active: editor.isActive('italic'), run: () => chain().toggleItalic().run() },
    { icon: List, name: t('kit.bullets'), active: editor.isActive('bulletList'), run: () => chain().toggleBulletList().run() },
    { icon: ListOrdered, name: t('kit.numbers'), active: editor.isActive('orderedList'), run: () => chain().toggleOrderedList().run() },
    { icon: Link2, name: t('kit.link'), active: editor.isActive('link'), run: link },
  ]
  const steps = [
    { icon: Undo2, name: t('kit.undo'), run: () => chain().undo().run() },
    { icon: Redo2, name: t('kit.redo'), run: () => chain().redo().run() },
  ]
  const length = field.max === undefined ? 0 : readableText(String(value ?? '')).length
  return (
    <div className="min-w-0 rounded-md border border-input bg-card focus-within:border-ring has-aria-invalid:border-destructive">
      <div className="sticky top-0 z-10 rounded-t-md bg-card">
        <div role="toolbar" aria-label={t('kit.format')} className="flex flex-wrap items-center gap-0.5 border-b p-1">
          {usual.map((tool) => (
            <ToolButton key={tool.name} tool={tool} disabled={disabled} />
          ))}
          {more?.({ editor, disabled, ask: setQuestion })}
          {steps.map((tool) => (
            <ToolButton key={tool.name} tool={tool} disabled={disabled} />
          ))}
          {field.max !== undefined && (
            <span className={`ms-auto px-2 text-xs tabular-nums ${length > field.max ? 'text-danger-text' : 'text-muted-foreground'}`}>
              {length}/{field.max}
            </span>
          )}
        </div>
        {question && (
          <AskBar
            key={question.label}
            question={question}
            onDone={() => {
              setQuestion(null)
              chain().run()
            }}
          />
        )}
      </div>
      <EditorContent editor={editor} className={look} />
    </div>
  )
}
