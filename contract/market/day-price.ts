/** What one day of the exchange brought for a stock, in whole rupiah and shares, as the exchange wrote it (not adjusted). */
export interface DayPrice {
  /** 'YYYY-MM-DD', a trading day of WIB. */
  date: string
  /** The close that the exchange measures the day against; it differs from the last close after a split or a rights issue. */
  previous: number
  /** 0, as `low`, on a day without trades: there is none. */
  high: number
  low: number
  close: number
  volume: number
}

/** Whether anything was traded; a day without trades has neither high nor low. */
export const isTraded = ({ volume }: Pick<DayPrice, 'volume'>): boolean => volume > 0
