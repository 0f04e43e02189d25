/**
 * Words that say where a secret is, who knows it or what became of it, rather than what it is. What
 * comes after them is a page, a shelf or a phone number.
 */
const words = [
  // ru: «на» and «в» also say what a password is for
  'у|под|за|внутри|возле|около|рядом|лежи\\p{L}*|лежа\\p{L}*|хран\\p{L}*|запис\\p{L}*|напис\\p{L}*|знае\\p{L}*|знаю\\p{L}*|спрос\\p{L}*|спраш\\p{L}*|найд\\p{L}*|спрят\\p{L}*|наход\\p{L}*|смотр\\p{L}*|см|сообщ\\p{L}*|переда\\p{L}*|остав\\p{L}*|извест\\p{L}*|неизвест\\p{L}*|забы\\p{L}*|потеря\\p{L}*|утеря\\p{L}*|помн\\p{L}*|не|нет|никому|никто|меня\\p{L}*|смен\\p{L}*|помен\\p{L}*|можно|нужн\\p{L}*|надо|где|кто|есть|прежн\\p{L}*|стар\\p{L}*|тот|такой|общий|без|был\\p{L}*|состо\\p{L}*|сброс\\p{L}*|восстанов\\p{L}*|попрос\\p{L}*|узна\\p{L}*|подска\\p{L}*|важ\\p{L}*|секрет\\p{L}*',
  'на(?! (?:карт|телефон|почт|компьютер|ноутбук|вход|сайт|сим|айфон|планшет|вай|wi|двер|сейф|домофон|замк|замок|кошел|госуслуг|дач|ворот|гараж|подъезд|работ))',
  'во?(?! (?:банк|сбер|контакт|вк|телеграм|инстаграм|приложени|кабинет|личн|госуслуг|одноклас|скайп|систем|почт|интернет))',
  // en
  'in|inside|at|under|behind|with|by|near|kept|keeps?|stored|written|wrote|lies?|hidden|knows?|known|unknown|ask|see|finds?|found|saved|located|stays?|held|holds?|has|have|had|not|no|none|never|forgotten|forgot|lost|changed?|changes|same|nobody|where|who|can|should|must|will|may|was|were|are|needed|required|remembers?|important|secret|old|expired|reset|safe|long|strong',
  // fr
  'dans|chez|sous|derrière|avec|not[ée]+s?|écrite?s?|inscrite?s?|rangée?s?|cachée?s?|gardée?s?|conservée?s?|connue?s?|connaît|sait|savent|demande\\p{L}*|voir|voyez|trouv\\p{L}*|sont|inconnue?s?|perdue?s?|oubliée?s?|pas|jamais|auprès|où|qui|aucun|changée?s?|au|aux|sur(?! (?:ma|mon|la|le) (?:carte|téléphone|portable))',
  // sv
  'i|hos|under|bakom|bredvid|ligger|finns|förvara\\p{L}*|skriv\\p{L}*|skrev|står|spara\\p{L}*|göm\\p{L}*|känner|vet|fråga\\p{L}*|se|hitta\\p{L}*|inte|aldrig|glöm\\p{L}*|har|okän\\p{L}*|byt\\p{L}*|var|vem|samma|känt|inga|inget|på(?! (?:kort|mobil|telefon|min|mitt))',
  // fi: places are endings
  '\\p{L}{3,}(?:ssa|ssä|lla|llä|sta|stä|lta|ltä|lle|seen|ssani|ssäni|llani)|löyty\\p{L}*|säilyt\\p{L}*|kirjoit\\p{L}*|kirjat\\p{L}*|tiedä\\p{L}*|tietä\\p{L}*|tuntee|kysy\\p{L}*|katso|ei|ovat|unoh\\p{L}*|kado\\p{L}*|alla|takana|luona|tallen\\p{L}*|vaihd\\p{L}*|missä|kuka|sama|tuntematon',
  // pt
  'no|nos|nas|em|num|numa|com|sob|atrás|está|estão|fica|ficam|guarda\\p{L}*|escrit\\p{L}*|anota\\p{L}*|escondi\\p{L}*|sabe|sabem|conhece\\p{L}*|pergunt\\p{L}*|ver|veja|não|nunca|esquec\\p{L}*|perdid\\p{L}*|desconhecid\\p{L}*|tem|junto|onde|quem|mesma|mesmo|nenhum\\p{L}*|na(?! (?:minha|meu))',
];
const place = new RegExp(`(?<![\\p{L}\\d])(?:${words.join('|')})(?![\\p{L}\\d])`, 'iu');

export function saysPlace(text: string): boolean {
  return place.test(text);
}

/** Things and people that keep secrets: alone after a colon they are a place, too. */
const keeper = new RegExp(
  `^(?:${[
    'сейф|тетрад|блокнот|конверт|шкаф|ящик|папк|книг|ежедневник|записк|жен|муж|доч|сын|мам|пап|брат|сестр|нотариус|юрист|адвокат|ячейк|карт|банк|дом|стол|файл|менеджер|телефон',
    'safe|notebook|envelope|drawer|folder|book|diary|wife|husband|daughter|son|mother|father|mum|mom|dad|brother|sister|notary|lawyer|desk|card|bank|vault|keychain|manager|phone',
    'coffre|carnet|enveloppe|tiroir|classeur|cahier|femme|mari|fille|fils|mère|père|frère|sœur|notaire|avocat|carte|banque|bureau|dossier|gestionnaire',
    'kassaskåp|anteckning|kuvert|låda|pärm|bok|fru|man$|dotter|syster|bror|mamma|pappa|notarie|advokat|kort|bank|skrivbord|mapp',
    'kassakaap|vihko|kirjekuor|laatik|kansio|kirja|vaimo|mies|tytär|poika|äiti|isä|veli|sisko|notaari|asianajaja|kortti|pankki|pöytä',
    'cofre|caderno|envelope|gaveta|pasta|livro|agenda|esposa|marido|filh|mãe|pai$|irm|notári|cartório|advogad|cartão|banco|mesa|arquivo|gerenciador',
    '1password|keepass|lastpass|bitwarden|icloud|dashlane|nordpass|google|chrome|apple',
    'прост|сложн|длинн|коротк|надёжн|надежн|един|одинаков|разн|weak|simple|different|complicated|compliqué|confidentiel|simples|enkel|lång|svår|hemlig|olika|pitkä|vaikea|helppo|salainen|eri$|longa|difícil|secreta|diferente',
    'отдельно|потом|позже|ниже|далее|лично|устно|below|later|separately|secret|plus tard|ci-dessous|separat|senare|nedan|erikseen|myöhemmin|alla|separado|depois|abaixo',
  ].join('|')})`,
  'iu',
);

export function isKeeper(word: string): boolean {
  return keeper.test(word);
}
