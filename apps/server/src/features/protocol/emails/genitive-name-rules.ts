/**
 * A Russian name as it stands after «от»: Анна Лаврова, от Анны Лавровой. Given names come first and
 * the surname last, as a profile keeps them. A word whose form is not certain stays as it is.
 */
export function genitiveName(name: string): string {
  const words = name.split(' ');
  const surname = words.length > 1 ? words.at(-1) : undefined;
  const isWoman = isWomans(words[0] ?? '', surname ?? '');
  const form = isWoman ? womans : mans;
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

/** The first ending that fits a word is replaced. */
type Endings = readonly (readonly [ending: RegExp, genitive: string])[];

/** After these the ending is «и», not «ы». */
const softly: Endings = [
  [/(?<=[гкхжшчщ])а$/, 'и'],
  [/а$/, 'ы'],
  [/я$/, 'и'],
];
const likeAdjectives: Endings = [
  [/(ый|ой|(?<=[гкхс])ий)$/, 'ого'],
  [/ий$/, 'его'],
];
const likeNouns: Endings = [[/(?=(?<=[бвгджзклмнпрстфхцчшщ])$)/, 'а'], [/[йь]$/, 'я'], ...softly];

const mans: Record<'given' | 'surname', Endings> = {
  given: [
    [/^Павел$/, 'Павла'],
    [/^Лев$/, 'Льва'],
    [/^П[её]тр$/, 'Петра'],
    [/ый$/, 'ого'],
    ...likeNouns,
  ],
  // Words like «Кравец» lose a vowel, words like «Черных» have one form only.
  surname: [[/([еёо][кц]|[иы]х)$/, '$1'], ...likeAdjectives, ...likeNouns],
};

const womans: Record<'given' | 'surname', Endings> = {
  given: [[/ь$/, 'и'], ...softly],
  surname: [[/((?<=[оеё]в)а|(?<=[иы]н)а|ая)$/, 'ой'], ...softly],
};

const mensNames = /^(Никита|Илья|Лука|Фома|Кузьма|Савва|Данила|Гаврила|Добрыня)$/;

function isWomans(given: string, surname: string): boolean {
  if (/([оеё]ва|[иы]на|[сц]кая)$/.test(surname)) return true;
  if (/([оеё]в|[иы]н|[сц]кий)$/.test(surname)) return false;
  return /[ая]$|^(Любовь|Нинель)$/.test(given) && !mensNames.test(given);
}

function inForm(word: string, endings: Endings): string {
  if (!/^[А-ЯЁа-яё][а-яё]+$/.test(word)) return word;
  const [ending, genitive] = endings.find(([one]) => one.test(word)) ?? [];
  return ending && genitive !== undefined ? word.replace(ending, genitive) : word;
}
