/** Rules for the bot's words, its own or quoted (docs/product/assistant.md#what-it-may-say). */
import { everydayWords } from '#contract/market/everyday-words.ts'
import { guardedTopic } from './guard.ts'
import { visibleText } from './visible-text.ts'

const scheme = /\b(?:https?|ftp|file):|\b(?:javascript|vbscript|data|mailto|tel|sms|tg|whatsapp|intent|blob):(?=\S)|\bwww\d?[.。]|\bxn--/i
const markup = /!\[|\]\(|\]\[|<[a-z!/]/i
/** Top-level domains, without everyday words such as '.di'. */
const domains = `com net org edu gov info biz name pro mobi app dev page site online store shop web blog cloud tech space website xyz top club
  vip live world today news link click ink fun icu win bet bid loan work life asia group team digital finance money trade trading market
  markets fund capital exchange chat social id co my sg us uk me io ai ly gl gg to tv cc ws in it ee be eu de fr nl jp cn kr ru su tk ml
  ga cf gq pw st sh fm im is vc ac ag bz nu ph th vn tl hk tw au nz ca br mx za`
const dot = String.raw`(?:[.。]|\s?[([{](?:\.|dot|titik)[)\]}]\s?)`
const host = new RegExp(
  String.raw`[\p{L}\p{N}-]{2}${dot}(?:${domains.trim().split(/\s+/).join('|')})(?![\p{L}\p{N}-])` +
    // A path shows a link; one letter suffices for shorteners.
    String.raw`|[\p{L}\p{N}-]${dot}\p{L}{2,24}\/[\p{L}\p{N}]` +
    String.raw`|(?<![\p{L}\p{N}])[a-z]${dot}(?:me|id|co|cc|be|ly|gl|gd|to)(?![\p{L}\p{N}])|(?:\d{1,3}\.){3}\d{1,3}[:/]\w`,
  'iu',
)
/** Letters of other alphabets within a word imitate Latin ones. */
const mixed = /\p{Script=Latin}[\p{Script=Cyrillic}\p{Script=Greek}]|[\p{Script=Cyrillic}\p{Script=Greek}]\p{Script=Latin}/u

/** Instructions to a program, in languages of documents. */
const order =
  /\b(?:abaikan|lupakan|hiraukan|ignore|disregard|forget|override)\b.{0,60}\b(?:aturan|instruksi|perintah|arahan|petunjuk|instructions?|rules?|prompts?)\b|\b(?:system|developer) prompt\b/i

const deals = 'beli|jual|koleksi|akumulasi|serok|borong|lepas|cicil|hold|tahan|buy|sell|haka|entry|exit|average|accumulate'
const deal = `(?:(?:mem|men|me|di|nge|ny)?(?:${deals}|oleksi|icil|masuk|keluar|pegang|tambah|investasi|realisasi)(?:lah|kan|in|i)?|take profit|profit taking|cut ?loss|all[ -]?in|(?:buka|tutup) posisi)`
const few = (most: number) => String.raw`(?:\s\S+){0,${most}}\s`
const advises =
  'sebaiknya|seharusnya|semestinya|lebih baik|baiknya|mending(?:an)?|segera(?:lah)?|cepat(?:lah)?|buruan|ayo|yuk|mari(?:lah)?|saatnya|waktunya|(?:saat|waktu|momen)(?: yang)? (?:tepat|terbaik|bagus|ideal|pas)(?: untuk)?|kesempatan(?: [^ ]+)? untuk|momentum untuk|(?:me|di|kami |saya )?(?:rekomendasikan|sarankan|anjurkan)|menyarankan|menganjurkan|merekomendasikan|saran (?:kami|saya|saya adalah)|layak|patut|pantas|menarik untuk|cocok untuk|mulai|jangan (?:lupa|tunda|ragu|sampai telat)(?: untuk)?|silakan|silahkan|should|must|recommend|recommended to|suggest|advise|(?:good|best|right|the) time to|consider|better'
const aims = String.raw`(?:sekarang|saat ini|hari ini|besok|segera|di (?:harga|area|level|kisaran|rp|\d)|pada harga|saham ini|sahamnya|now|today|lot\b|\d)`
const calls = [
  new RegExp(String.raw`\b(?:${advises})${few(3)}?${deal}\b`, 'i'),
  // Calls to the reader at a time or price; general explanations are no calls.
  new RegExp(String.raw`\b(?:anda|kamu|kalian|kak|you)\b${few(4)}?${deal}\b${few(4)}?${aims}`, 'i'),
  new RegExp(
    String.raw`(?:^|[.!?:;,\n])[^\S\n]*(?:${deals}|masuk)(?:kan|lah|in)?\s(?:saham|sekarang|sebagian|semua|saja|aja|dulu|bertahap|perlahan|sedikit|${aims})`,
    'i',
  ),
  /\b(?:beli|jual|koleksi|akumulasi|serok|borong|lepas|lepaskan|tahan|cicil|pegang|masuk|keluar)lah\b/i,
  /\b(?:strong|rating|rekomendasi(?:nya| kami)?)[: ]{1,2}(?:buy|sell|hold|beli|jual|akumulasi)\b/i,
]
/** 'beli BBRI', and no 'harga beli BBRI'. */
const dealOf = new RegExp(
  String.raw`(?<!\b(?:harga|order|biaya|minat|hak|tekanan|jenuh|antrean|sinyal|fee|area|nilai)\s)\b(?:${deals}|hindari)\s(?:saham\s)?(\p{L}{4})(?!\p{L})`,
  'giu',
)

const isCall = (text: string): boolean =>
  calls.some((call) => call.test(text)) || [...text.matchAll(dealOf)].some(([, code = '']) => !everydayWords.has(code.toLowerCase()))

/**
 * Returns whether the bot may say this: no links with or without scheme, pictures or HTML, sure profits, calls to buy or sell, or
 * instructions to a program.
 */
export function maySay(said: string): boolean {
  const text = visibleText(said).replace(/[^\S\n]+/g, ' ')
  return ![scheme, markup, host, mixed, order].some((sign) => sign.test(text)) && !isCall(text) && guardedTopic(text) !== 'sure_profit'
}
