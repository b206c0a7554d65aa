/** What a person does to chats about a stock, through the outbox, with what became of it in words. */

import { t } from '#console/i18n/i18n.ts'
import { runCall } from '#console/kit/calls/run-call.ts'
import { confirm } from '#console/ui/confirm.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { tanyaSaham } from '#contract/sections/stock/tanya-saham.ts'

export const takeOver = (chat: AnyRow) => runCall(tanyaSaham, 'takeover', [chat])

/** `to` is a person's number or ref; 0 is nobody. */
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
