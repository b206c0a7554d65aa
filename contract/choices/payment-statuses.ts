/** States of an order's payment (docs/product/orders.md#payment-states). */
export const paymentStatuses = ['unpaid', 'paid', 'expired', 'cancel'] as const
