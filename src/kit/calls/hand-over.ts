/** A call whose answer is a file: on a phone it is shared as the person likes, elsewhere it is downloaded. */

import { request } from '#console/data/api/request.ts'
import { postMessage } from '#console/data/base/messages.ts'
import type { Call } from '#contract/kit/section/call.ts'
import type { AnyRow, Section } from '#contract/kit/section/section.ts'
import { saveFile } from '../actions/save-file.ts'
import { reasonOf } from '../text/reason.ts'
import { titleOf } from '../text/title-of.ts'

const isTouch = () => matchMedia('(pointer: coarse)').matches

/** Whether the file went to another app, or was kept from it by the person themselves. */
async function shared(file: File): Promise<boolean> {
  if (!isTouch() || !navigator.canShare?.({ files: [file] })) return false
  try {
    await navigator.share({ files: [file], title: file.name })
    return true
  } catch (error) {
    // The press may be too long ago when the file is there.
    return error instanceof DOMException && error.name === 'AbortError'
  }
}

/** Fetches the file of a record and hands it over; what went wrong is told. */
export async function handOver(section: Section, call: Call, row: AnyRow): Promise<void> {
  try {
    const content = await request<Blob>(call, { params: { id: row.ref } })
    const file = new File([content], `${titleOf(section, row)}.${content.type.split('/').at(-1)}`, { type: content.type })
    if (!(await shared(file))) saveFile(file, file.name)
  } catch (error) {
    postMessage({ kind: 'error', text: await reasonOf(error) })
  }
}
