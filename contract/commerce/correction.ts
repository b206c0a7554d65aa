import { isRecord } from '../kit/field/guards.ts'
import type { CallWindowForm } from '../kit/section/call-rule.ts'

/** The window of a correction begins with the end that it corrects: that of the product and type, else the latest (docs/product/members.md#correction-by-hand). */
export const correctionWindow: CallWindowForm = {
  starts({ products }, { product, type }) {
    const accounts = Array.isArray(products) ? products.filter(isRecord) : []
    const isChosen = typeof product === 'string' && product !== ''
    const account = isChosen ? accounts.find((one) => one.product === product && one.type === type) : accounts[0]
    if (account) return { product: account.product, type: account.type, expires_on: account.expires_on }
    return { ...(!isChosen && { product: '' }), expires_on: '' }
  },
  startsBy: ['product', 'type'],
}
