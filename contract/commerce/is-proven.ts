export interface Payment {
  /** How many pictures of proof there are. */
  proofs: number
  method: unknown
  /** In rupiah. */
  total: number
}

/** Only cash and free orders are paid without proof (docs/product/orders.md#proofs). */
export const isProven = ({ proofs, method, total }: Payment): boolean => proofs > 0 || method === 'cash' || total === 0
