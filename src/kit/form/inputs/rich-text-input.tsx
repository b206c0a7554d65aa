import { loadMessages } from '#console/i18n/i18n.ts'
import type { InputProps } from '../values/tools.ts'
import { RichTextEditor } from './rich-text/editor.tsx'

/** The input of a field without tools of its own, once its words are there. */
export async function load() {
  await loadMessages(['editor']).catch(() => undefined)
  return { default: (props: InputProps) => <RichTextEditor {...props} /> }
}
