import { addColumnAfter, addRowAfter, deleteColumn, deleteRow, deleteTable } from '@tiptap/pm/tables'
import type { Editor, Extensions } from '@tiptap/react'
import {
  BetweenHorizontalStart,
  BetweenVerticalStart,
  Captions,
  Clapperboard,
  Heading2,
  Heading3,
  ImagePlus,
  Quote,
  Table2,
  TableColumnsSplit,
  TableRowsSplit,
  Trash2,
} from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { loadMessages, t } from '#console/i18n/i18n.ts'
import type { RichTool } from '#contract/kit/field.ts'
import { embedNames, embedOf } from '#contract/lib/embed.ts'
import type { InputProps } from '../../tools.ts'
import { type EditorTools, RichTextEditor } from './editor.tsx'
import { articleLook } from './look.ts'
import { embed, picture } from './pictures.ts'
import { newTable, tables } from './tables.ts'
import { type Tool, ToolButton } from './tool-button.tsx'

const PictureWindow = lazy(() => import('./picture-window.tsx').then((module) => ({ default: module.PictureWindow })))

const nodes: Partial<Record<RichTool, Extensions>> = { table: tables, picture: [picture], embed: [embed] }

/** Steps within the table that the cursor stands in. */
function tableTools({ view, state }: Editor): Tool[] {
  const step = (run: typeof addRowAfter) => () => {
    run(state, view.dispatch)
    view.focus()
  }
  return [
    { icon: BetweenHorizontalStart, name: t('editor.addRow'), run: step(addRowAfter) },
    { icon: BetweenVerticalStart, name: t('editor.addColumn'), run: step(addColumnAfter) },
    { icon: TableRowsSplit, name: t('editor.dropRow'), run: step(deleteRow) },
    { icon: TableColumnsSplit, name: t('editor.dropColumn'), run: step(deleteColumn) },
    { icon: Trash2, name: t('editor.dropTable'), run: step(deleteTable) },
  ]
}

function partTools({ editor, ask }: EditorTools, openPictures: () => void): Record<RichTool, Tool[]> {
  const chain = () => editor.chain().focus()
  const heading = (level: 2 | 3, icon: typeof Heading2, name: string): Tool => ({
    icon,
    name,
    active: editor.isActive('heading', { level }),
    run: () => chain().toggleHeading({ level }).run(),
  })
  const player = () =>
    ask({
      label: t('editor.embedAddress'),
      start: '',
      take: (address) => {
        const found = embedOf(address)
        if (!found) return t('editor.embedRefused', { names: embedNames.join(', ') })
        chain()
          .insertContent({ type: 'embed', attrs: { src: found.address } })
          .run()
        return undefined
      },
    })
  const describe = () =>
    ask({
      label: t('editor.alt'),
      start: String(editor.getAttributes('picture').alt ?? ''),
      take: (alt) => {
        chain().updateAttributes('picture', { alt }).run()
        return undefined
      },
    })
  return {
    heading: [heading(2, Heading2, t('editor.heading2')), heading(3, Heading3, t('editor.heading3'))],
    quote: [{ icon: Quote, name: t('editor.quote'), active: editor.isActive('blockquote'), run: () => chain().toggleBlockquote().run() }],
    table: editor.isActive('table')
      ? tableTools(editor)
      : [{ icon: Table2, name: t('editor.table'), run: () => chain().insertContent(newTable).run() }],
    picture: [
      { icon: ImagePlus, name: t('editor.picture'), run: openPictures },
      ...(editor.isActive('picture') ? [{ icon: Captions, name: t('editor.alt'), run: describe }] : []),
    ],
    embed: [{ icon: Clapperboard, name: t('editor.embed'), run: player }],
  }
}

/** The text of an article: what the field's tools name, besides what every text has. */
function ArticleInput(props: InputProps) {
  const { tools = [], pictures } = props.field
  const [extensions] = useState(() => tools.flatMap((tool) => nodes[tool] ?? []))
  const [choosing, setChoosing] = useState<Editor | null>(null)
  return (
    <>
      <RichTextEditor
        {...props}
        extensions={extensions}
        look={articleLook}
        more={(given) => {
          const all = partTools(given, () => setChoosing(given.editor))
          return tools.flatMap((tool) => all[tool]).map((tool) => <ToolButton key={tool.name} tool={tool} disabled={given.disabled} />)
        }}
      />
      {choosing && pictures && (
        <Suspense>
          <PictureWindow
            section={pictures}
            onClose={() => setChoosing(null)}
            onChoose={({ src, alt }) => {
              choosing.chain().focus().insertContent({ type: 'picture', attrs: { src, alt } }).run()
              setChoosing(null)
            }}
          />
        </Suspense>
      )}
    </>
  )
}

export async function load() {
  await loadMessages(['editor']).catch(() => undefined)
  return { default: ArticleInput }
}
