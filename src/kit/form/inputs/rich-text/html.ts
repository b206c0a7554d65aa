/** Reads and writes rich text as HTML. */
import { DOMParser as ContentParser, DOMSerializer, type Node } from 'prosemirror-model'
import type { TextSchema } from './schema.ts'

/** Parses HTML into the schema. The document runs no script and loads nothing. */
export const documentOf = (schema: TextSchema, html: string): Node =>
  ContentParser.fromSchema(schema).parse(new DOMParser().parseFromString(html, 'text/html').body)

/** Whether it has no words or visible nodes. */
export function isEmpty(document: Node): boolean {
  let empty = true
  document.descendants((node) => {
    if (node.isLeaf) empty = false
    return empty
  })
  return empty
}

/** HTML of a field; '' for an empty one. */
export function htmlOf(schema: TextSchema, content: Node): string {
  if (isEmpty(content)) return ''
  const box = document.implementation.createHTMLDocument('').createElement('div')
  DOMSerializer.fromSchema(schema).serializeFragment(content.content, { document: box.ownerDocument }, box)
  return box.innerHTML
}
