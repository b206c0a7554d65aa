/** Links from reports to chats (docs/product/questions.md#reports). */
import { listLink } from '#console/kit/text/section-link.ts'
import { questionStates } from '#contract/choices/question-states.ts'
import { withFilter } from '#contract/kit/field/list-query.ts'
import { tanyaSaham } from '#contract/sections/stock/tanya-saham.ts'
import { addressOf, toListQuery } from './search.ts'

/** Link to the chats of a figure, in whatever state they are now. */
export function chatsLink(filters: Readonly<Record<string, string>>) {
  const all = withFilter(toListQuery({}), 'status', questionStates)
  const query = Object.entries(filters).reduce((next, [field, value]) => withFilter(next, field, [value]), all)
  return listLink(tanyaSaham.name, addressOf(query, undefined))
}
