import Link from '@tiptap/extension-link'
import { EditorContent, useEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import DOMPurify from 'dompurify'
import { Bold, Italic, Link2, List, ListOrdered, Redo2, Undo2 } from 'lucide-react'
import { useEffect, useReducer } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { Button } from '#console/ui/button.tsx'
import type { InputProps } from '../tools.ts'
import { about } from './about.ts'

/** Text with a little markup. What is pasted or stored is cleaned here as well as on the server. */
export function RichTextInput(props: InputProps) {
  const { value, onChange, onBlur, field, label, disabled } = props
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const editor = useEditor({
    extensions: [StarterKit.configure({ link: false }), Link.configure({ openOnClick: false, protocols: ['http', 'https'] })],
    content: DOMPurify.sanitize(String(value ?? '')),
    editable: !disabled,
    editorProps: {
      attributes: {
        ...Object.fromEntries(
          Object.entries(about(props)).flatMap(([key, each]) => (each === undefined || key === 'disabled' ? [] : [[key, String(each)]])),
        ),
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        class: 'rich-text min-h-28 px-3 py-2 text-sm outline-none',
      },
    },
    onUpdate: ({ editor: each }) => onChange(each.isEmpty ? '' : each.getHTML()),
    onTransaction: redraw,
    onBlur,
  })
  useEffect(() => {
    const outside = String(value ?? '')
    if (editor && !editor.isDestroyed && outside !== (editor.isEmpty ? '' : editor.getHTML()))
      editor.commands.setContent(DOMPurify.sanitize(outside), { emitUpdate: false })
  }, [editor, value])
  if (!editor || editor.isDestroyed) return null

  function link() {
    if (!editor) return
    const address = window.prompt(t('kit.linkAddress'), String(editor.getAttributes('link').href ?? 'https://'))
    if (address === null) return
    if (/^https?:\/\//.test(address)) editor.chain().focus().setLink({ href: address }).run()
    else editor.chain().focus().unsetLink().run()
  }

  const chain = () => editor.chain().focus()
  const tools = [
    { icon: Bold, name: t('kit.bold'), active: editor.isActive('bold'), run: () => chain().toggleBold().run() },
    { icon: Italic, name: t('kit.italic'), active: editor.isActive('italic'), run: () => chain().toggleItalic().run() },
    { icon: List, name: t('kit.bullets'), active: editor.isActive('bulletList'), run: () => chain().toggleBulletList().run() },
    { icon: ListOrdered, name: t('kit.numbers'), active: editor.isActive('orderedList'), run: () => chain().toggleOrderedList().run() },
    { icon: Link2, name: t('kit.link'), active: editor.isActive('link'), run: link },
    { icon: Undo2, name: t('kit.undo'), active: undefined, run: () => chain().undo().run() },
    { icon: Redo2, name: t('kit.redo'), active: undefined, run: () => chain().redo().run() },
  ]
  const length = String(value ?? '').length
  return (
    <div className="rounded-md border border-input bg-card focus-within:border-ring has-aria-invalid:border-destructive">
      <div role="toolbar" aria-label={t('kit.format')} className="flex flex-wrap items-center gap-0.5 border-b p-1">
        {tools.map(({ icon: Icon, name, active, run }) => (
          <Button
            key={name}
            variant="quiet"
            size="smallIcon"
            aria-label={name}
            aria-pressed={active}
            repeats
            disabled={disabled}
            className="aria-pressed:bg-muted"
            onClick={run}
          >
            <Icon />
          </Button>
        ))}
        {field.max && (
          <span className={`ms-auto px-2 text-xs tabular-nums ${length > field.max ? 'text-danger-text' : 'text-muted-foreground'}`}>
            {length}/{field.max}
          </span>
        )}
      </div>
      <EditorContent
        editor={editor}
        className="[&_a]:text-primary-text [&_a]:underline [&_ol]:list-decimal [&_ol]:ps-5 [&_p+p]:mt-2 [&_ul]:list-disc [&_ul]:ps-5"
      />
    </div>
  )
}
