import { type Locale, locales } from '@zavet/contract/locales';
import {
  type InstructionCategory,
  instructionCategories,
} from '@zavet/contract/vault/instruction-values';
import { createStemPattern, normalize } from './word-rules.ts';

const splitStems = (stems: string): string[] => stems.split(/\s*,\s*/);

/**
 * Stems of words for recipients. A stem matches any ending; a final `$` requires the whole word.
 */
const categoryStems: Record<Locale, Stems> = {
  ru: {
    notary: splitStems('нотариус, нотариал, завещан, наследств'),
    lawyer: splitStems('юрист, юридическ, адвокат, поверенн'),
    church: splitStems(
      'церк, храм, приход[аеу]?$, священни, батюшк, монастыр, отпеван, панихид, мечет, имам, синагог, раввин, пастор, религи, общин',
    ),
    relative: splitStems(
      'родные$, родным$, родных$, родня$, родне$, родственни, семь[яие]$, семьей$, жен[аеуы]$, женой$, супруг, муж[уае]?$, мужем$, сын[уа]?$, сыном$, сыновь, дочь$, дочер, дочк, мам[аеуы]$, мамой$, мать$, матери$, пап[аеуы]$, папой$, отец$, отц[уа]$, брат[уа]?$, братом$, братья, сестр, дети$, детям$, детей$, ребенк, внук, внуч, бабушк, дедушк, родител, племянни, тет[яе]$, дяд[яе]$, близки',
    ),
    friends: splitStems(
      'друг[уа]?$, другом$, друзь, друзей$, подруг, приятел, коллег, товарищ, одноклассни, сосед',
    ),
    agency: splitStems(
      'банк$, банк[уаеи]$, банком$, банковск, страхов, пенсион, похоронн, ритуальн, агентств, учрежден, организаци, ведомств, налогов, госуслуг, мфц$, загс, соцзащит, фонд, коммунальн, управляющ, работодател',
    ),
    personal: splitStems('личн[оыа][еймя]$, личному$, личных$, воспоминан, прощальн'),
  },
  en: {
    notary: splitStems('notar, testament$, inheritance, probate'),
    lawyer: splitStems('lawyer, attorney, solicitor, barrister, legal, law firm'),
    church: splitStems(
      'church, parish, priest, pastor, vicar, chapel, clergy, mosque, imam, rabbi, synagogue, temple, religi, congregation',
    ),
    relative: splitStems(
      'relative, famil, wife, husband, spouse, sons?$, daughter, mother, father, mom$, mum$, dad, brother, sister, child, kids?$, parent, grand, niece, nephew, aunt, uncle, cousin, loved ones',
    ),
    friends: splitStems('friend, buddy, buddies, colleague, mates?$, pals?$, neighbo, coworker'),
    agency: splitStems(
      'agenc, banks?$, insur, pension, funeral, tax$, taxes$, government, council, utilit, employer, social security, authorit, provider',
    ),
    personal: splitStems('personal, private, memor, farewell, goodbye, diary'),
  },
  fr: {
    notary: splitStems('notair, notari, testament, succession, héritage'),
    lawyer: splitStems('avocat, juridi, juriste'),
    church: splitStems(
      'église, eglise, paroiss, prêtre, pretre, curé$, pasteur, mosquée, imam, rabbin, synagogue, temple, religi',
    ),
    relative: splitStems(
      'famill, proches?$, femme$, épou[sx], mari$, fils$, filles?$, mère, père, maman, papa$, frère, sœur, soeur, enfant, parent, petit fils, grand mère, grand père, neveu, nièce, cousin',
    ),
    friends: splitStems('amie?s?$, copain, copine, collègue, voisin'),
    agency: splitStems(
      'organism, banque, assuranc, assureur, mutuelle, pompes funèbres, funérair, administration, impôts?$, caisse, retraite, agence, employeur',
    ),
    personal: splitStems('personnel, souvenir, adieu, intime'),
  },
  sv: {
    notary: splitStems('notarie, notarius, testament, arvet$'),
    lawyer: splitStems('advokat, jurist, juridi'),
    church: splitStems('kyrk, församling, präst, pastor, moské, imam, rabbin, synagog, religi'),
    relative: splitStems(
      'anhörig, närstående, familj, fru$, frun$, hustru, maken?$, makan?$, son$, sonen$, söner, dotter, döttrar, mamma, pappa, bror, bröder, syster, systrar, barn, föräld, släkt, mormor, morfar, farmor, farfar',
    ),
    friends: splitStems('vän$, vänn, väninn, kompis, kolleg, grann'),
    agency: splitStems(
      'myndighet, bank$, banken$, försäkring, pension, begravningsbyrå, skatteverk, organisation, arbetsgivar',
    ),
    personal: splitStems('personlig, minnen?$, avsked, privat'),
  },
  fi: {
    notary: splitStems('notaar, testament, perintö, perinnö'),
    lawyer: splitStems('lakim, asianaja, juristi'),
    church: splitStems(
      'kirkko, kirkolle, kirkon, seurakun, pappi, papill, moskeij, imaami, rabbi, synagog',
    ),
    relative: splitStems(
      'omais, sukula, perhe, vaimo, miehe, aviomie, puoliso, poika, pojal, pojan$, poja, tytär, tyttär, äiti, äidi, isä, velje, veli$, sisko, sisar, laps, vanhem, mummo, ukki, isoäi, serkku',
    ),
    friends: splitStems('ystäv, kaveri, kollega, naapuri, toveri'),
    agency: splitStems(
      'virasto, viranoma, pankki, pankin$, pankil, vakuutus, eläke, hautaustoimist, verottaj, verohallin, kela$, laitos, laitok, työnantaj, organisaatio',
    ),
    personal: splitStems('omat asiat, omia asioita, henkilökoht, muisto, jäähyväi, yksityi'),
  },
  pt: {
    notary: splitStems('notári, notari, tabeli, cartóri, testament, herança'),
    lawyer: splitStems('advogad, jurist, jurídic, solicitador'),
    church: splitStems(
      'igrej, paróqui, padre, pastor, mesquita, imame?$, rabino, sinagoga, religi, templo',
    ),
    relative: splitStems(
      'famíli, famili, parente, espos, marid, mulher, filh, mãe, pais?$, irmãos?$, irmãs?$, avós?$, avôs?$, net[oa]s?$, sobrinh, ti[oa]s?$, criança',
    ),
    friends: splitStems('amig, colega, vizinh'),
    agency: splitStems(
      'instituiç, agência, bancos?$, segurador, seguros?$, pensão, pensões, funerár, finanças, segurança social, reparti, organismo, entidade, empregador',
    ),
    personal: splitStems('pessoal$, pessoais$, lembranç, memóri, despedida, íntim'),
  },
};

/** Stems of words that only ask for a letter and do not describe its subject. */
const fillers: readonly string[] = [
  'хочу, хочет, хотел, хотим, напис, пиш, письм, инструкци, распоряжен, помо, состав, нужн, надо$, подготов, чернов, мое, свое, текст, пожалуйст, здравств, привет, добр, давай, начн, може, можно$, сдела, оформ, послан, сообщен, обращен',
  'want, would, like, write, letter, instruction, please, help, draft, need, prepar, make, create, compos, hello, with$, could, message, text, start, some, this$, that$, about, can$, your',
  'veux, voudrais, souhait, écri, ecri, rédig, lettre, aide, pour$, besoin, brouillon, bonjour, plaît, prépar, texte, pouv, peux, faire',
  'vill, skriv, brev, hjälp, behöv, utkast, skulle, instruktion, tack, snälla, till$, mitt$, mina$, förbered, meddeland, göra, gärna',
  'halua, kirjoit, kirje, auta, apua, tarvit, luonno, ohje, vois, voit, minun$, viesti, teksti, laati, tehdä',
  'quer, gostar, escrev, carta, ajud, precis, rascunho, instruç, favor, para$, fazer, mensagem, minha',
].flatMap(splitStems);

/**
 * Finds a category by its number or by the first word that matches. The language of the
 * conversation takes precedence, because some words have another meaning in another language.
 */
export function categoryIn(message: string, language: Locale): InstructionCategory | undefined {
  const text = normalize(message);
  const [, number] = text.match(/^(?:номер|number|nr|no|n)? ?([1-7])$/u) ?? [];
  if (number) return instructionCategories[Number(number) - 1];
  return findFirstCategory(text, [language]) ?? findFirstCategory(text, locales);
}

/** Ignores fillers, words for recipients, and words of fewer than four letters. */
export function hasMoreWordsThan(message: string, count: number): boolean {
  const words = normalize(message)
    .split(' ')
    .filter((word) => /\p{L}{4}/u.test(word) && !fillerPattern.test(word) && !isCategoryWord(word));
  return words.length > count;
}

function findFirstCategory(
  text: string,
  languages: readonly Locale[],
): InstructionCategory | undefined {
  let first: { category: InstructionCategory; at: number } | undefined;
  for (const language of languages) {
    for (const category of instructionCategories) {
      const at = categoryPatterns[language][category].exec(text)?.index;
      if (at !== undefined && at < (first?.at ?? Number.POSITIVE_INFINITY)) {
        first = { category, at };
      }
    }
  }
  return first?.category;
}

const categoryPatterns = Object.fromEntries(
  locales.map((locale) => [
    locale,
    Object.fromEntries(
      instructionCategories.map((category) => [
        category,
        createStemPattern(categoryStems[locale][category]),
      ]),
    ),
  ]),
) as Record<Locale, Record<InstructionCategory, RegExp>>;

const fillerPattern = createStemPattern(fillers);

function isCategoryWord(word: string): boolean {
  return locales.some((locale) =>
    instructionCategories.some((category) => categoryPatterns[locale][category].test(word)),
  );
}

type Stems = Record<InstructionCategory, readonly string[]>;
