/** Schema of a rich text: nodes and marks of every text, and those of a field's tools. The server's list is the same. */
import { type MarkSpec, type NodeSpec, Schema } from 'prosemirror-model'
import type { RichTool } from '#contract/kit/field/field.ts'
import { embedAttributes, embedOf } from '#contract/lib/embed.ts'
import { tableNodes } from './tables.ts'

const nodes = {
  doc: { content: 'block+' },
  paragraph: { content: 'inline*', group: 'block', parseDOM: [{ tag: 'p' }], toDOM: () => ['p', 0] },
  blockquote: { content: 'block+', group: 'block', defining: true, parseDOM: [{ tag: 'blockquote' }], toDOM: () => ['blockquote', 0] },
  bulletList: { content: 'listItem+', group: 'block', parseDOM: [{ tag: 'ul' }], toDOM: () => ['ul', 0] },
  codeBlock: {
    content: 'text*',
    marks: '',
    group: 'block',
    code: true,
    defining: true,
    parseDOM: [{ tag: 'pre', preserveWhitespace: 'full' }],
    toDOM: () => ['pre', ['code', 0]],
  },
  hardBreak: {
    inline: true,
    group: 'inline',
    selectable: false,
    linebreakReplacement: true,
    parseDOM: [{ tag: 'br' }],
    toDOM: () => ['br'],
  },
  heading: {
    content: 'inline*',
    group: 'block',
    defining: true,
    attrs: { level: { default: 2, validate: 'number' } },
    // Pasted headings have six levels, stored ones three.
    parseDOM: [1, 2, 3, 4, 5, 6].map((level) => ({ tag: `h${level}`, attrs: { level: Math.min(level, 3) } })),
    toDOM: ({ attrs }) => [`h${attrs.level}`, 0],
  },
  horizontalRule: { group: 'block', parseDOM: [{ tag: 'hr' }], toDOM: () => ['hr'] },
  listItem: { content: 'paragraph block*', defining: true, parseDOM: [{ tag: 'li' }], toDOM: () => ['li', 0] },
  orderedList: { content: 'listItem+', group: 'block', parseDOM: [{ tag: 'ol' }], toDOM: () => ['ol', 0] },
  text: { group: 'inline' },
} satisfies Record<string, NodeSpec>

const addressed = /^(?:https?:\/\/|mailto:|tel:)/i

/** Outermost to innermost. */
const marks = {
  link: {
    attrs: { href: { validate: 'string' } },
    inclusive: false,
    parseDOM: [
      {
        tag: 'a[href]',
        getAttrs: (element) => {
          const href = element.getAttribute('href')?.trim() ?? ''
          return addressed.test(href) && { href }
        },
      },
    ],
    toDOM: ({ attrs }) => ['a', { href: String(attrs.href), rel: 'noopener noreferrer', target: '_blank' }, 0],
  },
  bold: {
    parseDOM: [
      { tag: 'strong' },
      // Some programs wrap all they copy in this element.
      { tag: 'b', getAttrs: (element) => element.style.fontWeight !== 'normal' && null },
      { style: 'font-weight=400', clearMark: (mark) => mark.type.name === 'bold' },
      { style: 'font-weight', getAttrs: (value) => /^(?:bold(?:er)?|[5-9]\d\d)$/.test(value) && null },
    ],
    toDOM: () => ['strong', 0],
  },
  code: { excludes: '_', code: true, parseDOM: [{ tag: 'code' }], toDOM: () => ['code', 0] },
  italic: {
    parseDOM: [
      { tag: 'em' },
      { tag: 'i', getAttrs: (element) => element.style.fontStyle !== 'normal' && null },
      { style: 'font-style=normal', clearMark: (mark) => mark.type.name === 'italic' },
      { style: 'font-style=italic' },
    ],
    toDOM: () => ['em', 0],
  },
  strike: { parseDOM: [{ tag: 's' }, { tag: 'del' }, { tag: 'strike' }, { style: 'text-decoration=line-through' }], toDOM: () => ['s', 0] },
  underline: { parseDOM: [{ tag: 'u' }, { style: 'text-decoration=underline' }], toDOM: () => ['u', 0] },
} satisfies Record<string, MarkSpec>

const picture: NodeSpec = {
  group: 'block',
  draggable: true,
  attrs: { src: { validate: 'string' }, alt: { default: '', validate: 'string' } },
  parseDOM: [
    { tag: 'img[src^="/files/"]', getAttrs: (element) => ({ src: element.getAttribute('src'), alt: element.getAttribute('alt') ?? '' }) },
  ],
  toDOM: ({ attrs }) => ['img', { src: String(attrs.src), alt: String(attrs.alt), loading: 'lazy' }],
}

const embed: NodeSpec = {
  group: 'block',
  atom: true,
  draggable: true,
  attrs: { src: { validate: 'string' } },
  parseDOM: [
    {
      tag: 'iframe[src]',
      getAttrs: (element) => {
        const found = embedOf(element.getAttribute('src') ?? '')
        return found !== null && { src: found.address }
      },
    },
  ],
  toDOM: ({ attrs }) => ['iframe', { src: String(attrs.src), ...embedAttributes }],
}

const parts: Partial<Record<RichTool, Readonly<Record<string, NodeSpec>>>> = { table: tableNodes, picture: { picture }, embed: { embed } }

export type TextSchema = Schema<keyof typeof nodes, keyof typeof marks>

/** Schema of a field with these tools. */
export const schemaOf = (tools: readonly RichTool[]): TextSchema =>
  new Schema<keyof typeof nodes, keyof typeof marks>({ nodes: Object.assign({ ...nodes }, ...tools.map((tool) => parts[tool])), marks })
