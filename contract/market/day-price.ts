/** A stock's day at the exchange, in whole rupiah and shares, as published (not adjusted). */
export interface DayPrice {
  /** 'YYYY-MM-DD', a WIB trading day. */
  date: string
  /** Reference close of the exchange for the day; it differs from the last close after a split or a rights issue. */
  previous: number
  /** 0, as `low`, on a day without trades. */
  high: number
  low: number
  close: number
  volume: number
}

/** Returns whether there were trades; without them a day has no high or low. */
export const isTraded = ({ volume }: Pick<DayPrice, 'volume'>): boolean => volume > 0
