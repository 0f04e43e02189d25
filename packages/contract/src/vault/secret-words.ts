/**
 * Words about the place, knowledge or state of a secret. A page, shelf or phone number may follow,
 * but no value.
 */
const placeWords = [
  // ru: «на» and «в» also name the purpose of a password
  'у|под|за|внутри|возле|около|рядом|лежи\\p{L}*|лежа\\p{L}*|хран\\p{L}*|запис\\p{L}*|напис\\p{L}*|знае\\p{L}*|знаю\\p{L}*|спрос\\p{L}*|спраш\\p{L}*|найд\\p{L}*|спрят\\p{L}*|наход\\p{L}*|смотр\\p{L}*|см|сообщ\\p{L}*|переда\\p{L}*|остав\\p{L}*|извест\\p{L}*|неизвест\\p{L}*|забы\\p{L}*|потеря\\p{L}*|утеря\\p{L}*|помн\\p{L}*|не|нет|никому|никто|меня\\p{L}*|смен\\p{L}*|помен\\p{L}*|можно|нужн\\p{L}*|надо|где|кто|есть|прежн\\p{L}*|стар\\p{L}*|тот|такой|общий|без|был\\p{L}*|состо\\p{L}*|сброс\\p{L}*|восстанов\\p{L}*|попрос\\p{L}*|узна\\p{L}*|подска\\p{L}*|важ\\p{L}*|секрет\\p{L}*',
  'на(?! (?:карт|телефон|почт|компьютер|ноутбук|вход|сайт|сим|айфон|планшет|вай|wi|двер|сейф|домофон|замк|замок|кошел|госуслуг|дач|ворот|гараж|подъезд|работ))',
  'во?(?! (?:банк|сбер|контакт|вк|телеграм|инстаграм|приложени|кабинет|личн|госуслуг|одноклас|скайп|систем|почт|интернет))',
  // en
  'in|inside|at|under|behind|with|by|near|kept|keeps?|stored|written|wrote|lies?|hidden|knows?|known|unknown|ask|see|finds?|found|saved|located|stays?|held|holds?|has|have|had|not|no|none|never|forgotten|forgot|lost|changed?|changes|same|nobody|where|who|can|should|must|will|may|was|were|are|needed|required|remembers?|important|secret|old|expired|reset|safe|long|strong',
  // fr
  'dans|chez|sous|derrière|avec|not[ée]+s?|écrite?s?|inscrite?s?|rangée?s?|cachée?s?|gardée?s?|conservée?s?|connue?s?|connaît|sait|savent|demande\\p{L}*|voir|voyez|trouv\\p{L}*|sont|inconnue?s?|perdue?s?|oubliée?s?|pas|jamais|auprès|où|qui|aucun|changée?s?|au|aux|sur(?! (?:ma|mon|la|le) (?:carte|téléphone|portable))',
  // sv
  'i|hos|under|bakom|bredvid|ligger|finns|förvara\\p{L}*|skriv\\p{L}*|skrev|står|spara\\p{L}*|göm\\p{L}*|känner|vet|fråga\\p{L}*|se|hitta\\p{L}*|inte|aldrig|glöm\\p{L}*|har|okän\\p{L}*|byt\\p{L}*|var|vem|samma|känt|inga|inget|på(?! (?:kort|mobil|telefon|min|mitt))',
  // fi: case endings express the location
  '\\p{L}{3,}(?:ssa|ssä|lla|llä|sta|stä|lta|ltä|lle|seen|ssani|ssäni|llani)|löyty\\p{L}*|säilyt\\p{L}*|kirjoit\\p{L}*|kirjat\\p{L}*|tiedä\\p{L}*|tietä\\p{L}*|tuntee|kysy\\p{L}*|katso|ei|ovat|unoh\\p{L}*|kado\\p{L}*|alla|takana|luona|tallen\\p{L}*|vaihd\\p{L}*|missä|kuka|sama|tuntematon',
  // pt
  'no|nos|nas|em|num|numa|com|sob|atrás|está|estão|fica|ficam|guarda\\p{L}*|escrit\\p{L}*|anota\\p{L}*|escondi\\p{L}*|sabe|sabem|conhece\\p{L}*|pergunt\\p{L}*|ver|veja|não|nunca|esquec\\p{L}*|perdid\\p{L}*|desconhecid\\p{L}*|tem|junto|onde|quem|mesma|mesmo|nenhum\\p{L}*|na(?! (?:minha|meu))',
];

const placePattern = new RegExp(`(?<![\\p{L}\\d])(?:${placeWords.join('|')})(?![\\p{L}\\d])`, 'iu');

/** Containers, persons and descriptions. Alone after a colon, they only hint at a secret. */
const hintWordPattern = new RegExp(
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

/**
 * Names of secrets in six languages. `password`: any word or run of characters. `code`: digits.
 * `cvv`: three or four digits. `word`: an agreed word. `generic`: «code» alone, possibly a postal
 * code, so digits must follow directly.
 */
export type SecretName = 'password' | 'code' | 'cvv' | 'word' | 'generic';

const letters = '\\p{L}*';

/** Objects that are unlocked with a numeric code. */
const locks = {
  ru: 'сейф|сигнализац|разблокировк|карт|телефон|смартфон|айфон|планшет|домофон|подъезд|двер|ворот|калитк|гараж|замк|замок|чемодан|ячейк|квартир|шкаф|дач|ноутбук|сим|доступ|вход|приложени',
  en: 'safe|alarm|door|gate|garage|lock|padlock|phone|mobile|card|entry|access|unlock|suitcase|briefcase|building|front door|house|tablet|sim|deposit box|vault|security|burglar alarm',
  fr: 'coffre(?:-fort)?|alarme|porte|portail|immeuble|garage|cadenas|téléphone|portable|carte|carte bancaire|valise|sim|digicode|accès|déverrouillage|sécurité|entrée|maison|appartement|tablette',
  sv: 'kassaskåp|larm|dörr|port|grind|garage|lås|hänglås|telefon|mobil|kort|bankkort|resväska|sim|surfplatta|hus',
  fi: 'kassakaap|hälytti|hälyty|ove|ovi|porti|portin|autotalli|luko|lukko|puhelim|kännykä|kortin|pankkikortin|matkalaukun|sim|rappu|tabletin|talo',
  pt: 'cofre|alarme|porta|portão|garagem|cadeado|telefone|telemóvel|celular|cartão|mala|sim|prédio|casa|tablet|acesso|segurança|desbloqueio|entrada',
};

const forms: Record<SecretName, string[]> = {
  word: [
    `(?:кодов|контрольн|секретн|парольн)${letters} слов${letters}`,
    `ответ${letters} на (?:секретн|контрольн)${letters} вопрос${letters}`,
    '(?:code|secret|safe|security) ?word',
    '(?:security|secret) answer',
    'answer to (?:the|my) (?:security|secret) question',
    'mot (?:de code|secret|convenu)',
    'réponse à la question secrète',
    'kodord(?:et)?|hemliga ordet',
    'koodisana(?:ni)?|salainen sana',
    'palavra[ -](?:código|secreta)',
  ],
  cvv: [
    '(?:cvv|cvc)2?(?:[ -]?(?:код|code|kod|koodi))?(?: (?:на обороте|on the back|au dos|på baksidan|no verso))?',
    `(?:код|цифр)${letters} (?:на|с) (?:обороте|обратной стороне|задней стороне)(?: карты)?`,
    '(?:security code|digits|number) on the back(?: of (?:the|my) card)?',
    'cryptogramme(?: visuel)?',
    'kortets säkerhetskod|kortin turvakoodi|kortin turvaluku',
    'código de segurança do cartão',
  ],
  code: [
    `пин(?:а|у|ом|е|ы|ов)?|пин[ -]?код${letters}`,
    `pin(?:[ -]?(?:code|number|kod${letters}|koodi${letters}|tunnus|код${letters}|código))?`,
    `код${letters} (?:от |к |для |на |в )?(?:мое(?:го|й|му) |нашe?(?:го|й) )?(?:${locks.ru})${letters}`,
    `(?:код${letters}|цифры|числа) из (?:смс|sms|письма|сообщения)`,
    `одноразов${letters} код${letters}`,
    `(?:шифр|комбинаци)${letters}(?: (?:от |к )?(?:${locks.ru})${letters})?`,
    `(?:${locks.en})(?:['’]s)? (?:code|combination|combo)`,
    `(?:code|combination|combo)s? (?:to|for|of|on) (?:the |my |our |his |her )?(?:\\p{L}+ )?(?:${locks.en})`,
    'combination|keycode|one[- ]time code',
    "code (?:pin|secret|confidentiel|d['’](?:accès|entrée))",
    `(?:code|combinaison) (?:du |de la |de l['’]|de mon |de ma |de notre |d['’]|de )(?:${locks.fr})`,
    'digicode|combinaison',
    `(?:port|larm|dörr|kort|säkerhets|lås|pin|grind|entré)kod(?:en|er)?`,
    `(?:kod(?:en)?|kombination(?:en)?|siffrorna) (?:till|för|på) (?:mitt |min |vårt |vår )?(?:${locks.sv})${letters}`,
    'kombinationen',
    `tunnusluku${letters}|tunnusnumero${letters}`,
    `(?:ovi|hälytys|turva|suojaus|lukitus|avaus|portti|pin|kassakaappi)(?:n)?-?koodi${letters}`,
    `(?:${locks.fi})${letters} (?:pin-?)?(?:koodi|numerosarja|yhdistelmä|tunnus)${letters}`,
    'numeroyhdistelmä|numerosarja',
    'código (?:pin|secreto)',
    `(?:código|combinação|segredo) (?:do |da |de |dos |das |do meu |da minha |para o |para a )(?:${locks.pt})`,
  ],
  password: [
    `парол${letters}`,
    'pass ?words?|pass ?codes?|pass ?phrases?|pwd',
    'mots? de passe|mdp',
    `lösenord${letters}|lösen(?:kod${letters})?|lösenfras${letters}`,
    `salasan${letters}|tunnussana${letters}|tunnuslause${letters}`,
    'senhas?|palavras?[ -]passe',
  ],
  generic: ['код', 'code', 'kod(?:en)?', 'koodi', 'código'],
};

const groups = Object.entries(forms).map(([name, patterns]) => `(?<${name}>${patterns.join('|')})`);
const pattern = new RegExp(`(?<![\\p{L}\\d])(?:${groups.join('|')})(?![\\p{L}\\d])`, 'giu');

export interface NamedSecret {
  name: SecretName;
  at: number;
  end: number;
}

/** Returns the mentions of secrets in a text, even if no value is revealed. */
export function findSecretNames(text: string, max = Number.POSITIVE_INFINITY): NamedSecret[] {
  const found: NamedSecret[] = [];
  for (const match of text.matchAll(pattern)) {
    if (found.length >= max) break;
    const matched = match.groups ?? {};
    const name = (Object.keys(forms) as SecretName[]).find((key) => matched[key] !== undefined);
    found.push({ name: name ?? 'generic', at: match.index, end: match.index + match[0].length });
  }
  return found;
}

/** True if the token is itself the name of a secret, as in «пароль: пин», which reveals nothing. */
export function isSecretName(token: string): boolean {
  const [first] = findSecretNames(token);
  return first !== undefined && first.at === 0 && first.end === token.length;
}

export function mentionsPlace(text: string): boolean {
  return placePattern.test(text);
}

export function isHintWord(word: string): boolean {
  return hintWordPattern.test(word);
}
