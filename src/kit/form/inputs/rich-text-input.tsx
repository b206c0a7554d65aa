import { loadMessages } from '#console/i18n/i18n.ts'
import type { InputProps } from '../values/tools.ts'
import { RichTextEditor } from './rich-text/editor.tsx'

/** Loads the input of a field without additional tools, with its words. */
export async function load() {
  await loadMessages(['editor']).catch(() => undefined)
  return { default: (props: InputProps) => <RichTextEditor {...props} /> }
}
