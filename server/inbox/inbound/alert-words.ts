/** Words of states that need somebody: of pushes, and of the settings (docs/product/whatsapp.md#states). */
import { type AlertedState, type ChannelAlert, limitOf } from '#contract/chat/channel-alerts.ts'
import type { Language } from '#contract/choices/languages.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { formatNumberIn } from '#contract/lib/number-text.ts'

const words: Readonly<Record<Language, Readonly<Record<ChannelAlert, readonly [said: string, todo: string]>>>> = {
  en: {
    templateRejected: [
      'WhatsApp rejected the template {name}.',
      'Look at the reason, change it in WhatsApp Manager and send it for review again.',
    ],
    templatePaused: [
      'The template {name} is paused.',
      'It cannot be sent for some hours. Send it to fewer people, and only to those who expect it.',
    ],
    templateDisabled: ['The template {name} is off for good.', 'Write a new template in WhatsApp Manager.'],
    templateFlagged: [
      'The template {name} will be switched off{date}.',
      'It can still be sent until then. Improve its text or its audience.',
    ],
    templateQuality: [
      'The quality of the template {name} is low.',
      'Customers block or report it. Change its text, or send it to fewer people.',
    ],
    templateBecomes: [
      'The template {name} becomes {category}: costs and rules change{date}.',
      'Change the template before, or stop using it for what is no promotion.',
    ],
    templateIs: [
      'The template {name} is {category} now: costs and rules have changed.',
      'Those who stopped promotions do not get promotions. Check where it is used.',
    ],
    accountOffSoon: ['WhatsApp will switch this account off{date}.', 'Appeal in WhatsApp Manager before that day.'],
    accountOff: ['WhatsApp has switched this account off.', 'Nothing can be sent. Appeal in WhatsApp Manager.'],
    accountRejected: ['WhatsApp rejected this account.', 'Look at the reason in WhatsApp Manager and ask for another review.'],
    accountAlert: ['WhatsApp warns: {detail}', 'Open WhatsApp Manager and follow what it says.'],
    disconnected: [
      'WhatsApp is disconnected. {detail}',
      'Nothing comes or goes. Connect the number again in WhatsApp Manager or in the app on its phone.',
    ],
    violation: [
      'WhatsApp says that its rules were broken: {detail}',
      'Look at the details in WhatsApp Manager. Repeated cases lead to restrictions.',
    ],
    callsUnanswered: ['WhatsApp warns because nobody answers calls.', 'Switch calls off in WhatsApp Manager.'],
    restricted: ['WhatsApp restricts this account: {detail}{date}', 'Look at what is restricted in WhatsApp Manager.'],
    restrictedTemplates: [
      'WhatsApp takes no templates of this account; answers still go{date}.',
      'Send no promotions until then. Customers who write can be answered.',
    ],
    restrictedAll: [
      'WhatsApp takes no messages of this account{date}.',
      'Use the phone for what is urgent, and appeal in WhatsApp Manager.',
    ],
    numberQuality: [
      'The quality of this number is low.',
      'Send fewer promotions, and only to those who want them, until the quality is good again.',
    ],
    limitLowered: [
      'The limit of this number was lowered: {limit}',
      'Send promotions to fewer people a day until the quality is good again.',
    ],
    nameRejected: ['WhatsApp rejected the name {detail}.', 'Choose another name in WhatsApp Manager.'],
    pinChanged: [
      'The PIN of this number was changed.',
      'Whoever has the PIN can take the number over. If it was none of you, set a new one in WhatsApp Manager now.',
    ],
    pinAsked: [
      'Somebody asked for a new PIN of this number.',
      'If it was none of you, look who may enter WhatsApp Manager, and remove whoever does not belong there.',
    ],
    securityEvent: [
      'WhatsApp reports something about the security of this number: {detail}',
      'Look at the number in WhatsApp Manager. If it was none of you, look who may enter there.',
    ],
    form: ['A form is blocked or slowed down: {name}', 'Repair the form in WhatsApp Manager. Templates with it do not go.'],
  },
  id: {
    templateRejected: ['WhatsApp menolak templat {name}.', 'Lihat alasannya, ubah di WhatsApp Manager, lalu kirim lagi untuk ditinjau.'],
    templatePaused: [
      'Templat {name} dijeda.',
      'Tidak dapat dikirim beberapa jam. Kirim ke lebih sedikit orang, hanya yang memang menantikannya.',
    ],
    templateDisabled: ['Templat {name} dimatikan selamanya.', 'Buat templat baru di WhatsApp Manager.'],
    templateFlagged: ['Templat {name} akan dimatikan{date}.', 'Masih dapat dikirim sampai saat itu. Perbaiki teks atau penerimanya.'],
    templateQuality: [
      'Kualitas templat {name} rendah.',
      'Pelanggan memblokir atau melaporkannya. Ubah teksnya, atau kirim ke lebih sedikit orang.',
    ],
    templateBecomes: [
      'Templat {name} menjadi {category}: biaya dan aturan berubah{date}.',
      'Ubah templatnya sebelum itu, atau jangan pakai lagi untuk yang bukan promosi.',
    ],
    templateIs: [
      'Templat {name} kini {category}: biaya dan aturan telah berubah.',
      'Yang menghentikan promosi tidak menerima promosi. Periksa di mana templat ini dipakai.',
    ],
    accountOffSoon: ['WhatsApp akan mematikan akun ini{date}.', 'Ajukan banding di WhatsApp Manager sebelum hari itu.'],
    accountOff: ['WhatsApp telah mematikan akun ini.', 'Tidak ada yang dapat dikirim. Ajukan banding di WhatsApp Manager.'],
    accountRejected: ['WhatsApp menolak akun ini.', 'Lihat alasannya di WhatsApp Manager dan minta peninjauan ulang.'],
    accountAlert: ['WhatsApp memperingatkan: {detail}', 'Buka WhatsApp Manager dan ikuti petunjuknya.'],
    disconnected: [
      'WhatsApp terputus. {detail}',
      'Tidak ada pesan masuk atau keluar. Hubungkan lagi nomornya di WhatsApp Manager atau di aplikasi pada ponselnya.',
    ],
    violation: [
      'Menurut WhatsApp, aturannya dilanggar: {detail}',
      'Lihat rinciannya di WhatsApp Manager. Kasus berulang berujung pembatasan.',
    ],
    callsUnanswered: ['WhatsApp memperingatkan karena panggilan tidak dijawab.', 'Matikan panggilan di WhatsApp Manager.'],
    restricted: ['WhatsApp membatasi akun ini: {detail}{date}', 'Lihat apa yang dibatasi di WhatsApp Manager.'],
    restrictedTemplates: [
      'WhatsApp tidak menerima templat dari akun ini; balasan tetap terkirim{date}.',
      'Jangan kirim promosi sampai saat itu. Pelanggan yang menulis dapat dibalas.',
    ],
    restrictedAll: [
      'WhatsApp tidak menerima pesan dari akun ini{date}.',
      'Pakai telepon untuk yang mendesak, dan ajukan banding di WhatsApp Manager.',
    ],
    numberQuality: ['Kualitas nomor ini rendah.', 'Kirim lebih sedikit promosi, hanya ke yang mau, sampai kualitasnya baik lagi.'],
    limitLowered: ['Batas nomor ini diturunkan: {limit}', 'Kirim promosi ke lebih sedikit orang per hari sampai kualitasnya baik lagi.'],
    nameRejected: ['WhatsApp menolak nama {detail}.', 'Pilih nama lain di WhatsApp Manager.'],
    pinChanged: [
      'PIN nomor ini telah diubah.',
      'Siapa pun yang punya PIN dapat mengambil alih nomor ini. Jika bukan kalian, buat PIN baru di WhatsApp Manager sekarang.',
    ],
    pinAsked: [
      'Seseorang meminta PIN baru untuk nomor ini.',
      'Jika bukan kalian, periksa siapa yang boleh masuk WhatsApp Manager, dan keluarkan yang tidak berhak.',
    ],
    securityEvent: [
      'WhatsApp melaporkan sesuatu tentang keamanan nomor ini: {detail}',
      'Lihat nomornya di WhatsApp Manager. Jika bukan kalian, periksa siapa yang boleh masuk ke sana.',
    ],
    form: [
      'Sebuah formulir diblokir atau diperlambat: {name}',
      'Perbaiki formulirnya di WhatsApp Manager. Templat yang memakainya tidak terkirim.',
    ],
  },
  tr: {
    templateRejected: [
      'WhatsApp {name} şablonunu reddetti.',
      "Nedene bakın, WhatsApp Manager'da değiştirin ve yeniden incelemeye gönderin.",
    ],
    templatePaused: ['{name} şablonu duraklatıldı.', 'Birkaç saat gönderilemez. Daha az kişiye, yalnızca bekleyenlere gönderin.'],
    templateDisabled: ['{name} şablonu tamamen kapatıldı.', "WhatsApp Manager'da yeni bir şablon yazın."],
    templateFlagged: ['{name} şablonu kapatılacak{date}.', 'O güne kadar gönderilebilir. Metnini ya da alıcılarını iyileştirin.'],
    templateQuality: [
      '{name} şablonunun kalitesi düşük.',
      'Müşteriler engelliyor ya da şikâyet ediyor. Metnini değiştirin ya da daha az kişiye gönderin.',
    ],
    templateBecomes: [
      '{name} şablonu {category} oluyor: ücret ve kurallar değişir{date}.',
      'Öncesinde şablonu değiştirin ya da tanıtım olmayan işlerde kullanmayın.',
    ],
    templateIs: [
      '{name} şablonu artık {category}: ücret ve kurallar değişti.',
      'Tanıtımları durduranlara tanıtım gitmez. Nerede kullanıldığına bakın.',
    ],
    accountOffSoon: ['WhatsApp bu hesabı kapatacak{date}.', "O günden önce WhatsApp Manager'dan itiraz edin."],
    accountOff: ['WhatsApp bu hesabı kapattı.', "Hiçbir şey gönderilemez. WhatsApp Manager'dan itiraz edin."],
    accountRejected: ['WhatsApp bu hesabı reddetti.', "Nedeni WhatsApp Manager'da görün ve yeniden inceleme isteyin."],
    accountAlert: ['WhatsApp uyarıyor: {detail}', "WhatsApp Manager'ı açın ve söylenenleri yapın."],
    disconnected: [
      'WhatsApp bağlantısı kesildi. {detail}',
      "Mesaj gelmez ve gitmez. Numarayı WhatsApp Manager'dan ya da telefonundaki uygulamadan yeniden bağlayın.",
    ],
    violation: [
      'WhatsApp kurallarının ihlal edildiğini bildiriyor: {detail}',
      "Ayrıntılara WhatsApp Manager'da bakın. Tekrarı kısıtlamaya yol açar.",
    ],
    callsUnanswered: ['Aramalar yanıtlanmadığı için WhatsApp uyarıyor.', "Aramaları WhatsApp Manager'da kapatın."],
    restricted: ['WhatsApp bu hesabı kısıtlıyor: {detail}{date}', "Neyin kısıtlandığına WhatsApp Manager'da bakın."],
    restrictedTemplates: [
      'WhatsApp bu hesaptan şablon almıyor; yanıtlar gidiyor{date}.',
      'O zamana kadar tanıtım göndermeyin. Yazan müşterilere yanıt verilebilir.',
    ],
    restrictedAll: ['WhatsApp bu hesaptan mesaj almıyor{date}.', "Acil işler için telefon edin ve WhatsApp Manager'dan itiraz edin."],
    numberQuality: ['Bu numaranın kalitesi düşük.', 'Kalite düzelene kadar daha az tanıtım gönderin, yalnızca isteyenlere.'],
    limitLowered: ['Bu numaranın sınırı düşürüldü: {limit}', 'Kalite düzelene kadar günde daha az kişiye tanıtım gönderin.'],
    nameRejected: ['WhatsApp {detail} adını reddetti.', "WhatsApp Manager'da başka bir ad seçin."],
    pinChanged: [
      "Bu numaranın PIN'i değiştirildi.",
      "PIN'i bilen numarayı ele geçirebilir. Siz değilseniz hemen WhatsApp Manager'da yenisini belirleyin.",
    ],
    pinAsked: [
      'Birisi bu numara için yeni PIN istedi.',
      "Siz değilseniz WhatsApp Manager'a kimlerin girebildiğine bakın ve yetkisiz olanları çıkarın.",
    ],
    securityEvent: [
      'WhatsApp bu numaranın güvenliğiyle ilgili bir şey bildiriyor: {detail}',
      "Numaraya WhatsApp Manager'da bakın. Siz değilseniz oraya kimlerin girebildiğini denetleyin.",
    ],
    form: ['Bir form engellendi ya da yavaşlatıldı: {name}', "Formu WhatsApp Manager'da düzeltin. Onu içeren şablonlar gitmez."],
  },
  ar: {
    templateRejected: ['رفض واتساب القالب {name}.', 'انظر إلى السبب وعدّله في WhatsApp Manager ثم أرسله للمراجعة من جديد.'],
    templatePaused: ['القالب {name} متوقف مؤقتًا.', 'لا يمكن إرساله لبضع ساعات. أرسله إلى عدد أقل، وإلى من يتوقعه فقط.'],
    templateDisabled: ['أُوقف القالب {name} نهائيًا.', 'اكتب قالبًا جديدًا في WhatsApp Manager.'],
    templateFlagged: ['سيُوقف القالب {name}{date}.', 'يمكن إرساله حتى ذلك الحين. حسّن نصه أو جمهوره.'],
    templateQuality: ['جودة القالب {name} منخفضة.', 'العملاء يحظرونه أو يبلّغون عنه. غيّر نصه أو أرسله إلى عدد أقل.'],
    templateBecomes: [
      'يصبح القالب {name} من فئة {category}: تتغير التكلفة والقواعد{date}.',
      'عدّل القالب قبل ذلك، أو توقف عن استعماله لما ليس ترويجًا.',
    ],
    templateIs: ['القالب {name} أصبح من فئة {category}: تغيرت التكلفة والقواعد.', 'من أوقف العروض لا تصله العروض. تحقق من مواضع استعماله.'],
    accountOffSoon: ['سيوقف واتساب هذا الحساب{date}.', 'قدّم اعتراضًا في WhatsApp Manager قبل ذلك اليوم.'],
    accountOff: ['أوقف واتساب هذا الحساب.', 'لا يمكن إرسال شيء. قدّم اعتراضًا في WhatsApp Manager.'],
    accountRejected: ['رفض واتساب هذا الحساب.', 'انظر إلى السبب في WhatsApp Manager واطلب مراجعة جديدة.'],
    accountAlert: ['يحذر واتساب: {detail}', 'افتح WhatsApp Manager واتبع ما يقوله.'],
    disconnected: ['انقطع اتصال واتساب. {detail}', 'لا رسائل واردة ولا صادرة. أعد ربط الرقم في WhatsApp Manager أو في التطبيق على هاتفه.'],
    violation: ['يقول واتساب إن قواعده خولفت: {detail}', 'انظر إلى التفاصيل في WhatsApp Manager. تكرار ذلك يؤدي إلى التقييد.'],
    callsUnanswered: ['يحذر واتساب لأن المكالمات لا يُرد عليها.', 'أوقف المكالمات في WhatsApp Manager.'],
    restricted: ['يقيّد واتساب هذا الحساب: {detail}{date}', 'انظر إلى ما هو مقيّد في WhatsApp Manager.'],
    restrictedTemplates: [
      'لا يقبل واتساب قوالب من هذا الحساب، والردود مستمرة{date}.',
      'لا ترسل عروضًا حتى ذلك الحين. يمكن الرد على من يكتب من العملاء.',
    ],
    restrictedAll: ['لا يقبل واتساب رسائل من هذا الحساب{date}.', 'استعمل الهاتف للأمور العاجلة، وقدّم اعتراضًا في WhatsApp Manager.'],
    numberQuality: ['جودة هذا الرقم منخفضة.', 'أرسل عروضًا أقل، ولمن يريدها فقط، حتى تتحسن الجودة.'],
    limitLowered: ['خُفض حد هذا الرقم: {limit}', 'أرسل العروض إلى عدد أقل يوميًا حتى تتحسن الجودة.'],
    nameRejected: ['رفض واتساب الاسم {detail}.', 'اختر اسمًا آخر في WhatsApp Manager.'],
    pinChanged: [
      'تغيّر رمز PIN لهذا الرقم.',
      'من يملك الرمز يستطيع الاستيلاء على الرقم. إن لم يكن أحدكم، فعيّن رمزًا جديدًا في WhatsApp Manager الآن.',
    ],
    pinAsked: ['طلب شخص رمز PIN جديدًا لهذا الرقم.', 'إن لم يكن أحدكم، فانظر من يدخل WhatsApp Manager وأزل من لا شأن له به.'],
    securityEvent: [
      'يبلغ واتساب عن أمر يخص أمان هذا الرقم: {detail}',
      'انظر إلى الرقم في WhatsApp Manager. إن لم يكن أحدكم، فتحقق ممن يستطيع الدخول هناك.',
    ],
    form: ['نموذج محظور أو مبطّأ: {name}', 'أصلح النموذج في WhatsApp Manager. القوالب التي تحويه لا تُرسل.'],
  },
}

/** A day in a language, of an ISO 8601 time; another text, such as WhatsApp's own, as it is. */
function dayOf(at: string, language: Language): string {
  const time = /^\d{4}-\d\d-\d\dT/.test(at) ? Date.parse(at) : Number.NaN
  if (Number.isNaN(time)) return at
  return new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    dateStyle: 'long',
    timeZone: 'Asia/Jakarta',
    numberingSystem: 'latn',
  }).format(time)
}

export interface AlertWords {
  /** What has happened. */
  said: string
  /** What to do. */
  todo: string
}

/** What a state says to those who may set up WhatsApp, a sentence or two each. */
export function alertWords(alert: ChannelAlert, { subject, value }: AlertedState, language: Language): AlertWords {
  const limit = limitOf(value.limit)
  const date = dayOf(toText(value.until ?? value.date ?? value.disable_date), language)
  const name = subject.split(' ')[0] || toText(value.name)
  const details = [value.detail, value.alert_description, value.requested_verified_name, value.type, value.reason, value.event]
  const filled: Readonly<Record<string, string>> = {
    name,
    category: toText(value.correct_category ?? value.new_category),
    date: date && ` (${date})`,
    limit: limit === null ? toText(value.limit) : Number.isFinite(limit) ? formatNumberIn(language, limit) : '∞',
    detail: details.map((detail) => toText(detail)).find(Boolean) ?? '',
  }
  const [said, todo] = words[language][alert]
  return {
    said: said
      .replace(/\{(\w+)\}/g, (_, key: string) => filled[key] ?? '')
      .replace(/ +/g, ' ')
      .trim(),
    todo,
  }
}
