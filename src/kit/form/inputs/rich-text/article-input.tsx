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
import type { Attrs, Node } from 'prosemirror-model'
import { lazy, Suspense, useState } from 'react'
import { loadMessages, t } from '#console/i18n/i18n.ts'
import type { RichTool } from '#contract/kit/field/field.ts'
import { embedNames, embedOf } from '#contract/lib/embed.ts'
import type { InputProps } from '../../values/tools.ts'
import { type EditorTools, RichTextEditor } from './editor.tsx'
import { articleLook } from './look.ts'
import { addCaption, around, insertBlock, isHeading, selectedBlock, toggleBlock, toggleQuote } from './steps.ts'
import { newTable } from './tables.ts'
import { type Tool, ToolButton } from './tool-button.tsx'
import { type TableSteps, useTables } from './use-tables.ts'

const PictureWindow = lazy(() => import('./picture-window.tsx').then((module) => ({ default: module.PictureWindow })))

const isInTable = ({ view, schema }: EditorTools) => around(view.state, schema.nodes.table ? [schema.nodes.table] : []) !== null

/** Commands of the table around the cursor. */
const tableTools = ({ run }: EditorTools, steps: TableSteps): Tool[] => [
  { icon: BetweenHorizontalStart, name: t('editor.addRow'), run: () => run(steps.addRow) },
  { icon: BetweenVerticalStart, name: t('editor.addColumn'), run: () => run(steps.addColumn) },
  { icon: TableRowsSplit, name: t('editor.dropRow'), run: () => run(steps.dropRow) },
  { icon: TableColumnsSplit, name: t('editor.dropColumn'), run: () => run(steps.dropColumn) },
  { icon: Trash2, name: t('editor.dropTable'), run: () => run(steps.dropTable) },
]

function partTools(tools: EditorTools, openPictures: () => void): Record<RichTool, Tool[]> {
  const { view, schema, ask, run } = tools
  const { nodes } = schema
  const insert = (type: 'picture' | 'embed', attrs: Attrs) => {
    const node: Node | undefined = nodes[type]?.create(attrs)
    if (node) run(insertBlock(schema, node))
  }
  const heading = (level: 2 | 3, icon: typeof Heading2, name: string): Tool => ({
    icon,
    name,
    active: isHeading(view.state, level),
    run: () => run(toggleBlock(schema, nodes.heading, { level })),
  })
  const player = () =>
    ask({
      label: t('editor.embedAddress'),
      start: '',
      take: (address) => {
        const found = embedOf(address)
        if (!found) return t('editor.embedRefused', { names: embedNames.join(', ') })
        insert('embed', { src: found.address })
        return undefined
      },
    })
  const chosen = selectedBlock(view.state, nodes.picture)
  const describe = () =>
    ask({
      label: t('editor.alt'),
      start: String(chosen?.attrs.alt ?? ''),
      take: (alt) => {
        const { selection, tr } = view.state
        if (selectedBlock(view.state, nodes.picture)) view.dispatch(tr.setNodeAttribute(selection.from, 'alt', alt))
        return undefined
      },
    })
  return {
    heading: [heading(2, Heading2, t('editor.heading2')), heading(3, Heading3, t('editor.heading3'))],
    quote: [
      {
        icon: Quote,
        name: t('editor.quote'),
        active: around(view.state, [nodes.blockquote]) !== null,
        run: () => run(toggleQuote(schema)),
      },
    ],
    table: [
      {
        icon: Table2,
        name: t('editor.table'),
        active: isInTable(tools),
        disabled: isInTable(tools),
        run: () => run(insertBlock(schema, schema.nodeFromJSON(newTable))),
      },
    ],
    picture: [
      { icon: ImagePlus, name: t('editor.picture'), asks: true, run: openPictures },
      ...(chosen ? [{ icon: Captions, name: t('editor.alt'), run: describe }] : []),
    ],
    embed: [{ icon: Clapperboard, name: t('editor.embed'), run: player }],
  }
}

/** The field's additional tools, after those of every text. */
function PartTools({ field, openPictures, ...given }: EditorTools & { field: InputProps['field']; openPictures: () => void }) {
  const all = partTools(given, openPictures)
  return field.tools?.flatMap((tool) => all[tool]).map((tool) => <ToolButton key={tool.name} tool={tool} disabled={given.disabled} />)
}

/** A line of its own while the cursor is in a table, so that no other tool moves. */
function TableMenu(given: EditorTools) {
  const tables = useTables(given.view)
  if (!tables || !isInTable(given)) return null
  return (
    <div role="toolbar" aria-label={t('editor.tableTools')} className="flex flex-wrap items-center gap-0.5 border-b p-1">
      <span className="px-2 text-xs text-muted-foreground">{t('editor.table')}</span>
      {tableTools(given, tables).map((tool) => (
        <ToolButton key={tool.name} tool={tool} disabled={given.disabled} />
      ))}
    </div>
  )
}

/** Input of an article: a rich text with the field's additional tools. */
function ArticleInput(props: InputProps) {
  const { field } = props
  const [choosing, setChoosing] = useState<EditorTools | null>(null)
  return (
    <>
      <RichTextEditor
        {...props}
        look={articleLook}
        more={(given) => <PartTools {...given} field={field} openPictures={() => setChoosing(given)} />}
        {...(field.tools?.includes('table') && { below: (given) => <TableMenu {...given} /> })}
      />
      {choosing && field.pictures && (
        <Suspense>
          <PictureWindow
            section={field.pictures}
            onClose={() => setChoosing(null)}
            onChoose={({ caption, ...picture }) => {
              const { schema, run } = choosing
              const node = schema.nodes.picture?.create(picture)
              if (node) run(insertBlock(schema, node))
              if (node && caption) run(addCaption(schema, caption))
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
