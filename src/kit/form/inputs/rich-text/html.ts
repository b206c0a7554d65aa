/** A rich text as HTML, read and written. */
import { DOMParser as ContentParser, DOMSerializer, type Node } from 'prosemirror-model'
import type { TextSchema } from './schema.ts'

/** What the schema knows of it. The page that it is read in runs nothing and asks for nothing. */
export const documentOf = (schema: TextSchema, html: string): Node =>
  ContentParser.fromSchema(schema).parse(new DOMParser().parseFromString(html, 'text/html').body)

/** No words, and nothing that shows something. */
export function isEmpty(document: Node): boolean {
  let empty = true
  document.descendants((node) => {
    if (node.isLeaf) empty = false
    return empty
  })
  return empty
}

/** The text of a field, '' for an empty one. */
export function htmlOf(schema: TextSchema, content: Node): string {
  if (isEmpty(content)) return ''
  const box = document.implementation.createHTMLDocument('').createElement('div')
  DOMSerializer.fromSchema(schema).serializeFragment(content.content, { document: box.ownerDocument }, box)
  return box.innerHTML
}
