/**
 * The genitive of a Russian name: Анна Лаврова, от Анны Лавровой. Given names come first, the surname
 * last. A word with an uncertain form stays unchanged.
 */
export function genitiveName(name: string): string {
  const words = name.split(' ');
  const surname = words.length > 1 ? words.at(-1) : undefined;
  const form = isFeminine(words[0] ?? '', surname ?? '') ? feminineNames : masculineNames;
  return words
    .map((word, index) => {
      const isSurname = surname !== undefined && index === words.length - 1;
      return word
        .split('-')
        .map((part) => inForm(part, isSurname ? form.surname : form.given))
        .join('-');
    })
    .join(' ');
}

/** Replacements of endings; only the first match applies. */
type Endings = readonly (readonly [ending: RegExp, genitive: string])[];

/** «и» instead of «ы» after these consonants. */
const feminine: Endings = [
  [/(?<=[гкхжшчщ])а$/, 'и'],
  [/а$/, 'ы'],
  [/я$/, 'и'],
];

const adjectives: Endings = [
  [/(ый|ой|(?<=[гкхс])ий)$/, 'ого'],
  [/ий$/, 'его'],
];

const nouns: Endings = [[/(?=(?<=[бвгджзклмнпрстфхцчшщ])$)/, 'а'], [/[йь]$/, 'я'], ...feminine];

const masculineNames: Record<'given' | 'surname', Endings> = {
  given: [
    [/^Павел$/, 'Павла'],
    [/^Лев$/, 'Льва'],
    [/^П[её]тр$/, 'Петра'],
    [/ый$/, 'ого'],
    ...nouns,
  ],
  // «Кравец» would lose a vowel, «Черных» has one form only.
  surname: [[/([еёо][кц]|[иы]х)$/, '$1'], ...adjectives, ...nouns],
};

const feminineNames: Record<'given' | 'surname', Endings> = {
  given: [[/ь$/, 'и'], ...feminine],
  surname: [[/((?<=[оеё]в)а|(?<=[иы]н)а|ая)$/, 'ой'], ...feminine],
};

const masculineGivenNames = /^(Никита|Илья|Лука|Фома|Кузьма|Савва|Данила|Гаврила|Добрыня)$/;

function isFeminine(given: string, surname: string): boolean {
  if (/([оеё]ва|[иы]на|[сц]кая)$/.test(surname)) return true;
  if (/([оеё]в|[иы]н|[сц]кий)$/.test(surname)) return false;
  return /[ая]$|^(Любовь|Нинель)$/.test(given) && !masculineGivenNames.test(given);
}

function inForm(word: string, endings: Endings): string {
  if (!/^[А-ЯЁа-яё][а-яё]+$/.test(word)) return word;
  const [ending, genitive] = endings.find(([one]) => one.test(word)) ?? [];
  return ending && genitive !== undefined ? word.replace(ending, genitive) : word;
}
