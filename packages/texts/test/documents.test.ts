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

/** Figures that each document must mention. */
const requiredFigures: Record<LegalDocument, Figure[]> = {
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
    'vetoCodeLength',
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
    'unnotifiedKeepDays',
    'afterActivationYears',
  ],
  personal_data_consent: [...contacts, 'personalDataYears', 'requestPapersDays', 'backupDays'],
};

describe.each(legalDocumentNames)('%s', (document) => {
  test.each(editionsOf(document))('states its figures in %s', (path) => {
    const used = passagesOf(readText(path, 'ru')).flatMap(({ text }) => figuresOf(text));
    expect(requiredFigures[document].filter((figure) => !used.includes(figure))).toEqual([]);
  });
});

/**
 * The product uses «письмо», not «послание», and starts a protocol. «Передача» is only a legal term
 * for transfers of data.
 */
const foreignTerms = /послани|передач/iu;
const legalTerms = /^(Передача третьим лицам|Трансграничная передача)$|трансграничной передач/iu;

test.each([...editions.map(({ path }) => path), 'faq/'])("%s uses the product's terms", (path) => {
  const foreign = passagesOf(readText(path, 'ru')).filter(
    ({ text }) => foreignTerms.test(text) && !legalTerms.test(text),
  );
  expect(foreign).toEqual([]);
});

test('the end of the handover is defined once, in the policy', () => {
  const defined = editions.flatMap(({ path }) =>
    passagesOf(readText(path, 'ru'))
      .filter(({ text }) => text.includes('Вручение завершено'))
      .map(({ place }) => `${path}${place}`),
  );
  expect(defined).toHaveLength(1);
  expect(defined[0]).toMatch(/^documents\/privacy_policy\//);
});

/** Words that call a start irreversible, and words that mention the release of letters. */
const finality: Record<Locale, { final: RegExp; released: RegExp }> = {
  ru: { final: /необратим/i, released: /письма уходят|уходят письма/ },
  en: { final: /irreversib/i, released: /letters are sent/ },
  fr: { final: /irréversib/i, released: /lettres partent/ },
  sv: { final: /oåterkallelig/i, released: /breven går|breven skickas/ },
  fi: { final: /peruuttam/i, released: /kirjeet lähtevät/ },
  pt: { final: /irreversíve/i, released: /cartas saem/ },
};

test.each(editions)('$path calls a start irreversible only after the release', ({ path }) => {
  for (const language of locales) {
    const { final, released } = finality[language];
    const passages = passagesOf(readText(path, language));
    const irreversiblePassages = passages.filter(({ text }) => final.test(text));
    expect(irreversiblePassages.filter(({ text }) => !released.test(text))).toEqual([]);
    const original = passagesOf(readText(path, 'ru'));
    const places = original.filter(({ text }) => finality.ru.final.test(text));
    expect(irreversiblePassages.map(({ place }) => place)).toEqual(
      places.map(({ place }) => place),
    );
  }
});

describe.each(editions)('$path', ({ path }) => {
  test.each(locales)('in %s has the structure that the page supports', (language) => {
    const text = readText<DocumentText>(path, language);
    const keysOf = (value: object) => Object.keys(value).sort().join();
    expect(keysOf(text)).toBe('lead,sections,title');
    expect(new Set(text.sections.map(keysOf))).toEqual(new Set(['clauses,heading,id']));
    const clauses = text.sections.flatMap((section) => section.clauses);
    const invalid = clauses.filter((clause) => !/^(items,)?text$/.test(keysOf(clause)));
    expect(invalid).toEqual([]);
    const invalidLists = clauses.filter(
      ({ items }) => items && (!Array.isArray(items) || items.length < 2),
    );
    expect(invalidLists).toEqual([]);
  });

  test('has unique section ids for links', () => {
    const ids = readText<DocumentText>(path, 'ru').sections.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    // The ids `content` and `root` are used by the page itself.
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

test.each(editionsOf('public_offer'))('the offer has its required sections in %s', (path) => {
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
