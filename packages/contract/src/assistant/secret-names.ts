/**
 * What secrets are called, in the six languages. `password`: any word or run of signs may be one.
 * `code`: digits. `cvv`: three or four digits. `word`: a word agreed upon. `bare`: «code» alone,
 * which may also be a post code, so that it counts only with its digits right after a sign.
 */
export type SecretName = 'password' | 'code' | 'cvv' | 'word' | 'bare';

const letters = '\\p{L}*';

/** What is locked by digits. */
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
  bare: ['код', 'code', 'kod(?:en)?', 'koodi', 'código'],
};

const groups = Object.entries(forms).map(([name, all]) => `(?<${name}>${all.join('|')})`);
const pattern = new RegExp(`(?<![\\p{L}\\d])(?:${groups.join('|')})(?![\\p{L}\\d])`, 'giu');

export interface NamedSecret {
  name: SecretName;
  at: number;
  end: number;
}

/** Places where a text names a secret, whether it tells it or not. */
export function secretNamesIn(text: string, most = Number.POSITIVE_INFINITY): NamedSecret[] {
  const found: NamedSecret[] = [];
  for (const match of text.matchAll(pattern)) {
    if (found.length >= most) break;
    const given = match.groups ?? {};
    const name = (Object.keys(forms) as SecretName[]).find((key) => given[key] !== undefined);
    found.push({ name: name ?? 'bare', at: match.index, end: match.index + match[0].length });
  }
  return found;
}

/** Whether a word is itself such a name; «пароль: пин» tells nothing. */
export function isSecretName(token: string): boolean {
  const [first] = secretNamesIn(token);
  return first !== undefined && first.at === 0 && first.end === token.length;
}
