import { dropCursor } from 'prosemirror-dropcursor'
import { gapCursor } from 'prosemirror-gapcursor'
import { history } from 'prosemirror-history'
import { EditorState, Plugin } from 'prosemirror-state'
import { EditorView, type NodeViewConstructor } from 'prosemirror-view'
import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import { embedOf } from '#contract/lib/embed.ts'
import { storedAddress } from '../../values/stored-address.ts'
import { documentOf, htmlOf } from './html.ts'
import { pastedLinks } from './links.ts'
import type { TextSchema } from './schema.ts'
import { typing } from './typing.ts'

const picture: NodeViewConstructor = ({ attrs }) => {
  const dom = document.createElement('img')
  dom.src = storedAddress(String(attrs.src))
  dom.alt = String(attrs.alt)
  dom.loading = 'lazy'
  return { dom }
}

/** A card with the player's URL: nothing is loaded from another host. */
const embed: NodeViewConstructor = ({ attrs }) => {
  const address = String(attrs.src)
  const dom = document.createElement('figure')
  dom.className = 'my-3 flex items-center gap-3 rounded-lg border bg-muted p-4 text-sm'
  const name = document.createElement('strong')
  name.textContent = `▶ ${embedOf(address)?.name ?? ''}`
  const where = document.createElement('span')
  where.className = 'min-w-0 truncate text-muted-foreground'
  where.dir = 'ltr'
  where.textContent = address
  dom.append(name, where)
  return { dom }
}

/** Node views of pictures and players in the editor. */
const views = { picture, embed }

interface Options {
  schema: TextSchema
  /** HTML in the form; a value other than the last emitted one replaces the text. */
  html: string
  disabled: boolean
  /** Attributes of the editable box. */
  attributes: Readonly<Record<string, string>>
  onChange: (html: string) => void
  onBlur: () => void
}

/** Keeps an empty line after a block that ends the text, once something was written. */
const lineAtEnd = ({ nodes }: TextSchema) =>
  new Plugin({
    appendTransaction: (steps, _before, { doc, tr }) =>
      steps.some(({ docChanged }) => docChanged) && doc.lastChild?.type !== nodes.paragraph
        ? tr.insert(doc.content.size, nodes.paragraph.create())
        : null,
  })

const stateOf = (schema: TextSchema, html: string, plugins: readonly Plugin[]) =>
  EditorState.create({ doc: documentOf(schema, html), plugins })

/** Mounts an editor in `host`; renders at each of its steps. */
export function useEditor({ schema, html, disabled, attributes, onChange, onBlur }: Options) {
  const host = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<EditorView | null>(null)
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const known = useRef(html)
  const give = useEffectEvent((next: string) => {
    known.current = next
    onChange(next)
  })
  const leave = useEffectEvent(() => onBlur())
  const begin = useEffectEvent((place: HTMLElement) => {
    const plugins = [...typing(schema), pastedLinks(schema), history(), dropCursor(), gapCursor(), lineAtEnd(schema)]
    return new EditorView(place, { state: stateOf(schema, html, plugins), nodeViews: views, editable: () => !disabled, attributes })
  })
  useEffect(() => {
    if (!host.current) return
    const made = begin(host.current)
    made.setProps({
      dispatchTransaction: (step) => {
        const before = made.state.doc
        made.updateState(made.state.apply(step))
        if (!made.state.doc.eq(before)) give(htmlOf(schema, made.state.doc))
        redraw()
      },
      handleDOMEvents: {
        // Its own tools are part of it.
        blur: (_, { relatedTarget }) => {
          if (!(relatedTarget instanceof Node && host.current?.parentElement?.contains(relatedTarget))) leave()
        },
      },
    })
    setView(made)
    return () => made.destroy()
  }, [schema])
  useEffect(() => {
    if (!view || view.isDestroyed || html === known.current) return
    known.current = html
    view.updateState(stateOf(schema, html, view.state.plugins))
    redraw()
  }, [view, html, schema])
  const about = JSON.stringify(attributes)
  useEffect(() => {
    if (view && !view.isDestroyed) view.setProps({ editable: () => !disabled, attributes: JSON.parse(about) })
  }, [view, disabled, about])
  return { host, view: view?.isDestroyed ? null : view }
}
