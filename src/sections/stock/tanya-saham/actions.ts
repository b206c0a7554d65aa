/** Actions on chats about a stock, through the outbox, with result messages. */

import { t } from '#console/i18n/i18n.ts'
import { runCall } from '#console/kit/calls/run-call.ts'
import { confirm } from '#console/ui/confirm.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { tanyaSaham } from '#contract/sections/stock/tanya-saham.ts'

export const takeOver = (chat: AnyRow) => runCall(tanyaSaham, 'takeover', [chat])

/** `to`: a person's id or ref; 0: nobody. */
export const assign = (chat: AnyRow, to: number | string) => runCall(tanyaSaham, 'assign', [chat], { assigned_to: to })

export const putTags = (chat: AnyRow, tag: string[]) => runCall(tanyaSaham, 'tag', [chat], { tag, category: chat.category ?? null })

export const putCategory = (chat: AnyRow, category: string | null) => runCall(tanyaSaham, 'tag', [chat], { tag: chat.tag ?? [], category })

const ask = (name: 'end' | 'delete') =>
  confirm({
    title: t(`tanya-saham.call.${name}.ask`),
    detail: t(`tanya-saham.call.${name}.detail`),
    action: t(`tanya-saham.call.${name}`),
    cancel: t('app.cancel'),
    destructive: true,
  })

export const end = async (chat: AnyRow) => (await ask('end')) && runCall(tanyaSaham, 'end', [chat])

export const remove = async (chat: AnyRow) => (await ask('delete')) && runCall(tanyaSaham, 'delete', [chat])
