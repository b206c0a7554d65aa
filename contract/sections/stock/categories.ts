/** Horizons of recommendations: short, mid and long term. A position may follow one. */
export const pickCategories = ['Swing', 'Super', 'Investing'] as const
