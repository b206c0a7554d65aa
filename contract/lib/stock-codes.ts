/** Codes of stocks in what people write (rules of the stock desk, section 8). */

/** Codes that are words as well: they count in capitals where not all is in capitals, or behind 'kode', 'emiten' or '$'. */
const words: ReadonlySet<string> = new Set(
  `AGAR AMAN AREA ASLI ATAP AUTO AWAN AYAM BABY BAIK BAJA BALI BANK BATA BAUT BAYU BEEF BEER BELI BELL BEST BIKE BIMA BINA BLUE BOAT
  BOBA BOLA BOLT BOSS BUAH BUDI BUKA BUMI CAMP CARE CARS CASA CASH CITA CITY CLAY COAL CUAN DADA DATA DAYA DEAL DEWA DEWI EAST EDGE ELIT
  ENAK EURO FAST FILM FIRE FISH FOLK FOOD FORE GEMA GOLD GOLF GOOD GULA GUNA HALO HEAL HERO HILL HITS HOKI HOME HOPE ICON IDEA IKAN INDO
  JATI JAWA JAYA KAYU KEEN KEJU KING KIOS KOIN KOPI KOTA LAJU LAND LEAD LIFE LINK LION LIVE LUCK MAIN MAMI MARI MARK MEGA MEJA META MINE
  MUTU NAIK NANO NASI NEST NICE NINE OBAT OILS PACK PADA PADI PALM PART PLAN POOL PORT PURE PURI RAJA RATU REAL RISE ROCK RODA ROTI RUNS
  SAFE SAGE SAME SATU SHIP SINI SOFA SOLA SOUL STAR SURE TAMU TAXI TECH TOOL TOPS TRUE TRUK UANG UNIT VAST VISI VIVA WIFI WINE WINS WOOD
  ZONE`.match(/[A-Z]+/g),
)

const four = /(?<![\p{L}\p{N}])\p{L}{4}(?![\p{L}\p{N}])/gu
const named = /(?:kode|emiten|\$)[\s:]{0,3}$/iu

/** Codes of a text in the order in which they come, each once; `known` says which there are. */
export function stockCodesIn(text: string, known: { has(code: string): boolean }): string[] {
  const isLoud = text === text.toUpperCase()
  const found = [...text.matchAll(four)].flatMap(({ 0: word, index }) => {
    const code = word.toUpperCase()
    if (!known.has(code)) return []
    if (!words.has(code) || named.test(text.slice(Math.max(0, index - 10), index))) return [code]
    return word === code && !isLoud ? [code] : []
  })
  return [...new Set(found)]
}
