import { type LegalDocument, legalDocumentNames } from '@zavet/contract/identity/editions';
import { type Locale, locales } from '@zavet/contract/locales';
import type { priceFigures, textFigures } from '@zavet/contract/text-figures';
import { describe, expect, test } from 'vitest';
import {
  type DocumentText,
  editions,
  editionsOf,
  figuresOf,
  passagesOf,
  readText,
} from './text-files.ts';

type Figure =
  | keyof typeof textFigures
  | keyof ReturnType<typeof priceFigures>
  | 'operator'
  | 'supportEmail'
  | 'siteAddress'
  | 'trustedPersons';

const supportHours: Figure[] = ['supportOpensAt', 'supportClosesAt', 'supportReplyHours'];
const contacts: Figure[] = ['operator', 'supportEmail'];

/** Figures that a document must state. */
const stated: Record<LegalDocument, Figure[]> = {
  terms_of_use: [
    ...contacts,
    ...supportHours,
    'minimumAgeYears',
    'trustedPersons',
    'confirmationCodeLength',
    'invitationDays',
    'pinDigits',
    'pinTries',
    'pinLockHours',
    'freeStorageMb',
    'fileMaxMb',
    'fileTypes',
    'instructionTextMaxLength',
    'deliveryLinkDays',
    'deliveryTryDays',
    'reviewFromMonths',
    'reviewToMonths',
    'changeNoticeDays',
    'maintenanceNoticeHours',
    'claimReviewDays',
    'waitingHours',
    'waitingDays',
    'longestWaitingDays',
    'proposedWaitingDays',
    'agreementDays',
    'agreementHoldsDays',
    'aloneLeastDays',
    'ownerWarningHours',
    'secondAddressDays',
    'stopCodeLength',
    'lateInvitationDays',
    'yearlyQuestionDays',
    'yearlyReminders',
    'yearlyReminderDays',
    'weeklyCheckDays',
    'monthlyCheckDays',
    'quarterlyCheckDays',
    'checkInMails',
    'checkInPauseDays',
    'dataRequestWorkingDays',
    'requestDocuments',
    'requestPauseHours',
    'requestAnswerDays',
    'secondDecisionHours',
    'suspendedBeforeDeletionDays',
    'linkReminderDays',
    'lastLinkReminderDays',
    'backupDays',
    'requestPapersDays',
    'personalDataYears',
    'inactivityWarnings',
    'inactivityWarningDays',
    'afterActivationYears',
  ],
  privacy_policy: [
    ...contacts,
    'minimumAgeYears',
    'personalDataYears',
    'logsYears',
    'afterActivationYears',
    'trustedPersonDays',
    'paymentYears',
    'inactivityWarnings',
    'inactivityWarningDays',
    'subjectRequestDays',
    'changeNoticeDays',
    'dataRequestWorkingDays',
    'requestDocuments',
    'requestPapersDays',
    'supportYears',
    'unconfirmedDays',
    'attemptsDays',
    'lastMailDays',
    'backupDays',
    'deskHours',
    'dataCopyDays',
    'linkReminderDays',
    'lastLinkReminderDays',
    'broughtInDays',
    'bounceDays',
  ],
  public_offer: [
    ...contacts,
    ...supportHours,
    'freeStorageMb',
    'smallPlanMb',
    'smallPlanMonthly',
    'smallPlanYearly',
    'smallPlanSaving',
    'mediumPlanMb',
    'mediumPlanMonthly',
    'mediumPlanYearly',
    'mediumPlanSaving',
    'largePlanMb',
    'largePlanMonthly',
    'largePlanYearly',
    'largePlanSaving',
    'activationRubles',
    'activationPresses',
    'overLimitDays',
    'monthlyNoticeDays',
    'yearlyNoticeDays',
    'unreachedRenewalDays',
    'renewalTryDays',
    'outageExtensionDays',
    'claimReviewDays',
    'changeNoticeDays',
    'maintenanceNoticeHours',
    'documentsWorkingDays',
    'liabilityMonths',
    'supportFreeHours',
    'supportPriorityHours',
    'supportPremiumHours',
    'waitingHours',
    'waitingDays',
    'longestWaitingDays',
    'agreementDays',
    'aloneLeastDays',
    'dataRequestWorkingDays',
    'overLimitFirstWarningDays',
    'overLimitLastWarningDays',
    'untoldKeepDays',
    'afterActivationYears',
  ],
  personal_data_consent: [...contacts, 'personalDataYears', 'requestPapersDays', 'backupDays'],
};

describe.each(legalDocumentNames)('%s', (document) => {
  test.each(editionsOf(document))('states its figures in %s', (path) => {
    const said = passagesOf(readText(path, 'ru')).flatMap(({ text }) => figuresOf(text));
    expect(stated[document].filter((figure) => !said.includes(figure))).toEqual([]);
  });
});

/**
 * «Послание» is called «письмо», and a protocol is started. «Передача» is a term of the law alone:
 * data that goes to others, or across a border.
 */
const strangeWords = /послани|передач/iu;
const legalTerms = /^(Передача третьим лицам|Трансграничная передача)$|трансграничной передач/iu;

test.each([...editions.map(({ path }) => path), 'faq/'])(
  '%s uses the words of the product',
  (path) => {
    const strange = passagesOf(readText(path, 'ru')).filter(
      ({ text }) => strangeWords.test(text) && !legalTerms.test(text),
    );
    expect(strange).toEqual([]);
  },
);

test('the end of the handing over is defined once, in the policy', () => {
  const defined = editions.flatMap(({ path }) =>
    passagesOf(readText(path, 'ru'))
      .filter(({ text }) => text.includes('Вручение завершено'))
      .map(({ place }) => `${path}${place}`),
  );
  expect(defined).toHaveLength(1);
  expect(defined[0]).toMatch(/^documents\/privacy_policy\//);
});

/** Words for a start that is final, and for letters that leave. */
const finality: Record<Locale, { final: RegExp; leaving: RegExp }> = {
  ru: { final: /необратим/i, leaving: /письма уходят|уходят письма/ },
  en: { final: /irreversib/i, leaving: /letters leave/ },
  fr: { final: /irréversib/i, leaving: /lettres partent/ },
  sv: { final: /oåterkallelig/i, leaving: /breven går|breven skickas/ },
  fi: { final: /peruuttam/i, leaving: /kirjeet lähtevät/ },
  pt: { final: /irreversíve/i, leaving: /cartas saem/ },
};

test.each(editions)('$path calls a start irreversible only once letters leave', ({ path }) => {
  for (const language of locales) {
    const { final, leaving } = finality[language];
    const passages = passagesOf(readText(path, language));
    const calledFinal = passages.filter(({ text }) => final.test(text));
    expect(calledFinal.filter(({ text }) => !leaving.test(text))).toEqual([]);
    const original = passagesOf(readText(path, 'ru'));
    const places = original.filter(({ text }) => finality.ru.final.test(text));
    expect(calledFinal.map(({ place }) => place)).toEqual(places.map(({ place }) => place));
  }
});

describe.each(editions)('$path', ({ path }) => {
  test.each(locales)('in %s has the shape that the page shows', (language) => {
    const text = readText<DocumentText>(path, language);
    const keysOf = (value: object) => Object.keys(value).sort().join();
    expect(keysOf(text)).toBe('lead,sections,title');
    expect(new Set(text.sections.map(keysOf))).toEqual(new Set(['clauses,heading,id']));
    const clauses = text.sections.flatMap((section) => section.clauses);
    const odd = clauses.filter((clause) => !/^(items,)?text$/.test(keysOf(clause)));
    expect(odd).toEqual([]);
    const bare = clauses.filter(
      ({ items }) => items && (!Array.isArray(items) || items.length < 2),
    );
    expect(bare).toEqual([]);
  });

  test('has sections that can be linked to', () => {
    const ids = readText<DocumentText>(path, 'ru').sections.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    // `content` and `root` are names that the page itself uses.
    expect(
      ids.filter((id) => !/^[a-z]+(-[a-z]+)*$/.test(id) || /^(content|root)$/.test(id)),
    ).toEqual([]);
  });
});

test.each(editionsOf('privacy_policy'))('the policy has its thirteen sections in %s', (path) => {
  const { sections } = readText<DocumentText>(path, 'ru');
  expect(sections.map(({ id }) => id)).toEqual([
    'general-terms',
    'data-categories',
    'purposes',
    'legal-bases',
    'conditions',
    'subject-rights',
    'security',
    'retention',
    'third-parties',
    'cross-border-transfer',
    'minors',
    'policy-changes',
    'contacts',
  ]);
});

test.each(editionsOf('public_offer'))('the offer has its named sections in %s', (path) => {
  const named = [
    'general-terms',
    'subject-and-services',
    'tariffs',
    'contract-and-payment',
    'rights-and-duties',
    'refusal-and-refunds',
    'liability',
    'closing-provisions',
    'contacts',
  ];
  const { sections } = readText<DocumentText>(path, 'ru');
  const found = sections.map(({ id }) => id).filter((id) => named.includes(id));
  expect(found).toEqual(named);
});
