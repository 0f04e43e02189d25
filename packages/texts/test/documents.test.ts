import { type LegalDocument, legalDocumentNames } from '@zavet/contract/legal/editions';
import type { priceFigures, textFigures } from '@zavet/contract/legal/figures';
import { type Locale, locales } from '@zavet/contract/locales';
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

/** What a document may not leave unsaid. */
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
  ],
  personal_data_consent: [...contacts],
};

/** What documents may not leave unsaid since letters wait and starts can be stopped. */
const statedSinceWaiting: Record<LegalDocument, Figure[]> = {
  terms_of_use: [
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
  ],
  public_offer: [
    'waitingHours',
    'waitingDays',
    'longestWaitingDays',
    'agreementDays',
    'aloneLeastDays',
  ],
  privacy_policy: [],
  personal_data_consent: [],
};
const firstWithWaiting = '2026-12-01';

/** What documents may not leave unsaid since operators review starts and data ends by itself. */
const statedSinceReviews: Record<LegalDocument, Figure[]> = {
  terms_of_use: [
    'dataRequestWorkingDays',
    'requestDocuments',
    'requestPauseHours',
    'requestPapersDays',
    'personalDataYears',
    'inactivityWarnings',
    'inactivityWarningDays',
    'afterActivationYears',
  ],
  privacy_policy: [
    'dataRequestWorkingDays',
    'requestDocuments',
    'requestPapersDays',
    'supportYears',
    'unconfirmedDays',
    'attemptsDays',
    'lastMailDays',
    'backupDays',
    'deskHours',
  ],
  public_offer: [
    'dataRequestWorkingDays',
    'overLimitFirstWarningDays',
    'overLimitLastWarningDays',
    'untoldKeepDays',
    'afterActivationYears',
  ],
  personal_data_consent: ['personalDataYears', 'requestPapersDays', 'backupDays'],
};

/** Figures of the own data, out and in. */
const statedSinceOwnData: Record<LegalDocument, Figure[]> = {
  terms_of_use: [],
  privacy_policy: ['dataCopyDays', 'broughtInDays'],
  public_offer: [],
  personal_data_consent: [],
};
/** Figures of mails that come back. */
const statedSinceBounces: Record<LegalDocument, Figure[]> = {
  terms_of_use: [],
  privacy_policy: ['bounceDays'],
  public_offer: [],
  personal_data_consent: [],
};
const firstWithReviews = '2026-12-15';
const firstWithOwnData = '2026-12-29';
const firstWithBounces = '2027-01-12';

describe.each(legalDocumentNames)('%s', (document) => {
  test.each(editionsOf(document))('states its figures in %s', (path) => {
    const said = passagesOf(readText(path, 'ru')).flatMap(({ text }) => figuresOf(text));
    const since = (day: string) => path >= `documents/${document}/${day}`;
    const wanted = [
      ...stated[document],
      ...(since(firstWithWaiting) ? statedSinceWaiting[document] : []),
      ...(since(firstWithReviews) ? statedSinceReviews[document] : []),
      ...(since(firstWithOwnData) ? statedSinceOwnData[document] : []),
      ...(since(firstWithBounces) ? statedSinceBounces[document] : []),
    ];
    expect(wanted.filter((figure) => !said.includes(figure))).toEqual([]);
  });
});

const sinceWaiting = editions.filter(
  ({ document, path }) => path >= `documents/${document}/${firstWithWaiting}`,
);

/** How a language says that a start is final, and that letters leave. */
const finality: Record<Locale, { final: RegExp; leaving: RegExp }> = {
  ru: { final: /необратим/i, leaving: /письма уходят|уходят письма/ },
  en: { final: /irreversib/i, leaving: /letters leave/ },
  fr: { final: /irréversib/i, leaving: /lettres partent/ },
  sv: { final: /oåterkallelig/i, leaving: /breven går|breven skickas/ },
  fi: { final: /peruuttam/i, leaving: /kirjeet lähtevät/ },
  pt: { final: /irreversíve/i, leaving: /cartas saem/ },
};

test.each(sinceWaiting)('$path calls a start irreversible only once letters leave', ({ path }) => {
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
