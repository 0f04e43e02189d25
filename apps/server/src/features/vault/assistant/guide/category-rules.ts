import { type Locale, locales } from '@zavet/contract/locales';
import {
  type InstructionCategory,
  instructionCategories,
} from '@zavet/contract/vault/instruction-values';
import { normalize, wordsBeginning } from './word-rules.ts';

const list = (stems: string): string[] => stems.split(/\s*,\s*/);

/** Stems of words for recipients. A stem matches every ending; a final `$` requires the word. */
const categoryStems: Record<Locale, Stems> = {
  ru: {
    notary: list('нотариус, нотариал, завещан, наследств'),
    lawyer: list('юрист, юридическ, адвокат, поверенн'),
    church: list(
      'церк, храм, приход[аеу]?$, священни, батюшк, монастыр, отпеван, панихид, мечет, имам, синагог, раввин, пастор, религи, общин',
    ),
    relative: list(
      'родные$, родным$, родных$, родня$, родне$, родственни, семь[яие]$, семьей$, жен[аеуы]$, женой$, супруг, муж[уае]?$, мужем$, сын[уа]?$, сыном$, сыновь, дочь$, дочер, дочк, мам[аеуы]$, мамой$, мать$, матери$, пап[аеуы]$, папой$, отец$, отц[уа]$, брат[уа]?$, братом$, братья, сестр, дети$, детям$, детей$, ребенк, внук, внуч, бабушк, дедушк, родител, племянни, тет[яе]$, дяд[яе]$, близки',
    ),
    friends: list(
      'друг[уа]?$, другом$, друзь, друзей$, подруг, приятел, коллег, товарищ, одноклассни, сосед',
    ),
    agency: list(
      'банк$, банк[уаеи]$, банком$, банковск, страхов, пенсион, похоронн, ритуальн, агентств, учрежден, организаци, ведомств, налогов, госуслуг, мфц$, загс, соцзащит, фонд, коммунальн, управляющ, работодател',
    ),
    personal: list('личн[оыа][еймя]$, личному$, личных$, воспоминан, прощальн'),
  },
  en: {
    notary: list('notar, testament$, inheritance, probate'),
    lawyer: list('lawyer, attorney, solicitor, barrister, legal, law firm'),
    church: list(
      'church, parish, priest, pastor, vicar, chapel, clergy, mosque, imam, rabbi, synagogue, temple, religi, congregation',
    ),
    relative: list(
      'relative, famil, wife, husband, spouse, sons?$, daughter, mother, father, mom$, mum$, dad, brother, sister, child, kids?$, parent, grand, niece, nephew, aunt, uncle, cousin, loved ones',
    ),
    friends: list('friend, buddy, buddies, colleague, mates?$, pals?$, neighbo, coworker'),
    agency: list(
      'agenc, banks?$, insur, pension, funeral, tax$, taxes$, government, council, utilit, employer, social security, authorit, provider',
    ),
    personal: list('personal, private, memor, farewell, goodbye, diary'),
  },
  fr: {
    notary: list('notair, notari, testament, succession, héritage'),
    lawyer: list('avocat, juridi, juriste'),
    church: list(
      'église, eglise, paroiss, prêtre, pretre, curé$, pasteur, mosquée, imam, rabbin, synagogue, temple, religi',
    ),
    relative: list(
      'famill, proches?$, femme$, épou[sx], mari$, fils$, filles?$, mère, père, maman, papa$, frère, sœur, soeur, enfant, parent, petit fils, grand mère, grand père, neveu, nièce, cousin',
    ),
    friends: list('amie?s?$, copain, copine, collègue, voisin'),
    agency: list(
      'organism, banque, assuranc, assureur, mutuelle, pompes funèbres, funérair, administration, impôts?$, caisse, retraite, agence, employeur',
    ),
    personal: list('personnel, souvenir, adieu, intime'),
  },
  sv: {
    notary: list('notarie, notarius, testament, arvet$'),
    lawyer: list('advokat, jurist, juridi'),
    church: list('kyrk, församling, präst, pastor, moské, imam, rabbin, synagog, religi'),
    relative: list(
      'anhörig, närstående, familj, fru$, frun$, hustru, maken?$, makan?$, son$, sonen$, söner, dotter, döttrar, mamma, pappa, bror, bröder, syster, systrar, barn, föräld, släkt, mormor, morfar, farmor, farfar',
    ),
    friends: list('vän$, vänn, väninn, kompis, kolleg, grann'),
    agency: list(
      'myndighet, bank$, banken$, försäkring, pension, begravningsbyrå, skatteverk, organisation, arbetsgivar',
    ),
    personal: list('personlig, minnen?$, avsked, privat'),
  },
  fi: {
    notary: list('notaar, testament, perintö, perinnö'),
    lawyer: list('lakim, asianaja, juristi'),
    church: list(
      'kirkko, kirkolle, kirkon, seurakun, pappi, papill, moskeij, imaami, rabbi, synagog',
    ),
    relative: list(
      'omais, sukula, perhe, vaimo, miehe, aviomie, puoliso, poika, pojal, pojan$, poja, tytär, tyttär, äiti, äidi, isä, velje, veli$, sisko, sisar, laps, vanhem, mummo, ukki, isoäi, serkku',
    ),
    friends: list('ystäv, kaveri, kollega, naapuri, toveri'),
    agency: list(
      'virasto, viranoma, pankki, pankin$, pankil, vakuutus, eläke, hautaustoimist, verottaj, verohallin, kela$, laitos, laitok, työnantaj, organisaatio',
    ),
    personal: list('omat asiat, omia asioita, henkilökoht, muisto, jäähyväi, yksityi'),
  },
  pt: {
    notary: list('notári, notari, tabeli, cartóri, testament, herança'),
    lawyer: list('advogad, jurist, jurídic, solicitador'),
    church: list(
      'igrej, paróqui, padre, pastor, mesquita, imame?$, rabino, sinagoga, religi, templo',
    ),
    relative: list(
      'famíli, famili, parente, espos, marid, mulher, filh, mãe, pais?$, irmãos?$, irmãs?$, avós?$, avôs?$, net[oa]s?$, sobrinh, ti[oa]s?$, criança',
    ),
    friends: list('amig, colega, vizinh'),
    agency: list(
      'instituiç, agência, bancos?$, segurador, seguros?$, pensão, pensões, funerár, finanças, segurança social, reparti, organismo, entidade, empregador',
    ),
    personal: list('pessoal$, pessoais$, lembranç, memóri, despedida, íntim'),
  },
};

/** Words of a request to write a letter, which are not about its subject. */
const fillers: readonly string[] = [
  'хочу, хочет, хотел, хотим, напис, пиш, письм, инструкци, распоряжен, помо, состав, нужн, надо$, подготов, чернов, мое, свое, текст, пожалуйст, здравств, привет, добр, давай, начн, може, можно$, сдела, оформ, послан, сообщен, обращен',
  'want, would, like, write, letter, instruction, please, help, draft, need, prepar, make, create, compos, hello, with$, could, message, text, start, some, this$, that$, about, can$, your',
  'veux, voudrais, souhait, écri, ecri, rédig, lettre, aide, pour$, besoin, brouillon, bonjour, plaît, prépar, texte, pouv, peux, faire',
  'vill, skriv, brev, hjälp, behöv, utkast, skulle, instruktion, tack, snälla, till$, mitt$, mina$, förbered, meddeland, göra, gärna',
  'halua, kirjoit, kirje, auta, apua, tarvit, luonno, ohje, vois, voit, minun$, viesti, teksti, laati, tehdä',
  'quer, gostar, escrev, carta, ajud, precis, rascunho, instruç, favor, para$, fazer, mensagem, minha',
].flatMap(list);

/**
 * The category by its number or by the first word that matches. The language of the conversation
 * takes precedence, because some words have another meaning in another language.
 */
export function categoryIn(message: string, language: Locale): InstructionCategory | undefined {
  const text = normalize(message);
  const [, number] = text.match(/^(?:номер|number|nr|no|n)? ?([1-7])$/u) ?? [];
  if (number) return instructionCategories[Number(number) - 1];
  return firstCategory(text, [language]) ?? firstCategory(text, locales);
}

/** Counts words besides fillers and words for recipients. */
export function hasMoreWordsThan(message: string, count: number): boolean {
  const words = normalize(message)
    .split(' ')
    .filter((word) => /\p{L}{4}/u.test(word) && !filler.test(word) && !isCategoryWord(word));
  return words.length > count;
}

function firstCategory(
  text: string,
  languages: readonly Locale[],
): InstructionCategory | undefined {
  let first: { category: InstructionCategory; at: number } | undefined;
  for (const language of languages) {
    for (const category of instructionCategories) {
      const at = patterns[language][category].exec(text)?.index;
      if (at !== undefined && at < (first?.at ?? Number.POSITIVE_INFINITY)) {
        first = { category, at };
      }
    }
  }
  return first?.category;
}

const patterns = Object.fromEntries(
  locales.map((locale) => [
    locale,
    Object.fromEntries(
      instructionCategories.map((category) => [
        category,
        wordsBeginning(categoryStems[locale][category]),
      ]),
    ),
  ]),
) as Record<Locale, Record<InstructionCategory, RegExp>>;

const filler = wordsBeginning(fillers);

function isCategoryWord(word: string): boolean {
  return locales.some((locale) =>
    instructionCategories.some((category) => patterns[locale][category].test(word)),
  );
}

type Stems = Record<InstructionCategory, readonly string[]>;
