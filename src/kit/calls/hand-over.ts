/** A call whose response is a file: shared through the system on a phone, downloaded elsewhere. */

import { request } from '#console/data/api/request.ts'
import { postMessage } from '#console/data/base/messages.ts'
import type { Call } from '#contract/kit/section/call.ts'
import type { AnyRow, Section } from '#contract/kit/section/section.ts'
import { saveFile } from '../files/save-file.ts'
import { reasonOf } from '../text/reason.ts'
import { titleOf } from '../text/title-of.ts'

/** Endings of types whose names do not end in them. */
const endings: Readonly<Record<string, string>> = { 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx' }

const endingOf = (type: string) => endings[type] ?? type.split('/').at(-1)

/** Fetches a record's file and shares or downloads it; shows errors. */
export async function handOver(section: Section, call: Call, row: AnyRow): Promise<void> {
  try {
    const content = await request<Blob>(call, { params: { id: row.ref } })
    await saveFile(content, `${titleOf(section, row)}.${endingOf(content.type)}`, { sharesOnTouch: true })
  } catch (error) {
    postMessage({ kind: 'error', text: await reasonOf(error) })
  }
}
