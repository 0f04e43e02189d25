import { describe, expect, it } from 'vitest';
import { priceEditions } from './billing/plan-catalogue.ts';
import type { Locale } from './locales.ts';
import { fillFigures, priceFigures, textFigures } from './text-figures.ts';

/** Literal values, because changing one changes a promise. */
const [prices] = priceEditions;
const priced = { ...textFigures, ...priceFigures(prices) };

const promised: Record<keyof typeof priced, number | string> = {
  minimumAgeYears: 18,
  confirmationCodeLength: 6,
  confirmationCodeTries: 10,
  invitationDays: 30,
  freeStorageMb: 30,
  fileMaxMb: 10,
  fileTypes: 'PDF, DOC, DOCX, TXT, JPG, JPEG, PNG, GIF',
  instructions: 1000,
  instructionTextMaxLength: 100_000,
  textsMb: 20,
  passwordMinLength: 8,
  pinDigits: 6,
  pinTries: 5,
  pinLockHours: 24,
  smallPlanMb: 300,
  smallPlanMonthly: 300,
  smallPlanYearly: 3000,
  smallPlanSaving: 600,
  mediumPlanMb: 500,
  mediumPlanMonthly: 450,
  mediumPlanYearly: 4500,
  mediumPlanSaving: 900,
  largePlanMb: 1024,
  largePlanMonthly: 850,
  largePlanYearly: 8500,
  largePlanSaving: 1700,
  yearlySavingPercent: 17,
  activationRubles: 7000,
  activationPresses: 3,
  activationPaymentHours: 2,
  waitingHours: 24,
  waitingDays: '3, 7, 14',
  longestWaitingDays: 30,
  proposedWaitingDays: 3,
  agreementDays: 14,
  agreementHoldsDays: 30,
  aloneLeastDays: 7,
  ownerWarningHours: 24,
  requestDocuments: 10,
  requestPauseHours: 24,
  requestAnswerDays: 3,
  secondDecisionHours: 24,
  secondAddressDays: 7,
  vetoCodeLength: 20,
  lateInvitationDays: 365,
  yearlyQuestionDays: 365,
  yearlyReminders: 2,
  yearlyReminderDays: 14,
  weeklyCheckDays: 7,
  monthlyCheckDays: 30,
  quarterlyCheckDays: 91,
  checkInMails: 3,
  checkInPauseDays: 7,
  dataCopyDays: 1,
  broughtInDays: 30,
  deliveryLinkDays: 365,
  linkReminderDays: 30,
  lastLinkReminderDays: 7,
  deliverySessionHours: 1,
  deliveryTryDays: 7,
  emailUndoHours: 72,
  verifyEmailHours: 24,
  recoverPasswordHours: 1,
  overLimitDays: 30,
  overLimitFirstWarningDays: 14,
  overLimitSecondWarningDays: 7,
  overLimitLastWarningDays: 1,
  unnotifiedKeepDays: 90,
  monthlyNoticeDays: 3,
  yearlyNoticeDays: 7,
  unreachedRenewalDays: 7,
  renewalTryDays: 3,
  outageExtensionDays: 30,
  claimReviewDays: 30,
  changeNoticeDays: 10,
  maintenanceNoticeHours: 24,
  documentsWorkingDays: 10,
  liabilityMonths: 12,
  subjectRequestDays: 30,
  suspendedBeforeDeletionDays: 30,
  reviewFromMonths: 6,
  reviewToMonths: 12,
  supportOpensAt: '9:00',
  supportClosesAt: '18:00',
  supportReplyHours: 24,
  supportFreeHours: 48,
  supportPriorityHours: 24,
  supportPremiumHours: 12,
  dataRequestWorkingDays: 10,
  deskHours: 8,
  personalDataYears: 3,
  logsYears: 1,
  afterActivationYears: 1,
  trustedPersonDays: 30,
  binDays: 30,
  paymentYears: 5,
  inactivityWarnings: 3,
  inactivityWarningDays: 90,
  requestPapersDays: 30,
  supportYears: 3,
  unconfirmedDays: 30,
  attemptsDays: 1,
  unknownNotificationDays: 30,
  lastMailDays: 14,
  mailCountDays: 30,
  failedJobDays: 30,
  bounceDays: 60,
  backupDays: 30,
  assistantMessageMaxLength: 1000,
  assistantMessagesPerDay: 50,
};

it('figures equal the promised values', () => {
  expect(priced).toEqual(promised);
});

describe('text', () => {
  const facts = {
    operator: 'ООО «Пример»',
    supportEmail: 'help@example.org',
    siteAddress: 'https://example.org',
    trustedPersons: 'не больше 3 доверенных лиц',
  };

  it.each<[Locale, string, string]>([
    ['ru', '{{activationRubles}} ₽', '7\u00a0000 ₽'],
    ['en', '{{activationRubles}} rubles', '7,000 rubles'],
    ['ru', 'с {{supportOpensAt}} до {{supportClosesAt}}', 'с 9:00 до 18:00'],
    ['en', '{{fileTypes}}', 'PDF, DOC, DOCX, TXT, JPG, JPEG, PNG, GIF'],
    ['ru', 'назвать {{trustedPersons}}', 'назвать не больше 3 доверенных лиц'],
    ['ru', '{{operator}}, {{siteAddress}}', 'ООО «Пример», https://example.org'],
  ])('in %s formats %s as %s', (language, text, filled) => {
    expect(fillFigures(text, language, facts, prices)).toBe(filled);
  });

  it('inserts a fact with special characters unchanged', () => {
    const operator = '$& {{freeStorageMb}}';
    expect(fillFigures('{{operator}}', 'ru', { ...facts, operator }, prices)).toBe(operator);
  });

  it('with an unknown figure is refused', () => {
    expect(() => fillFigures('{{howMany}}', 'ru', facts, prices)).toThrow('howMany');
    expect(() => fillFigures('{{constructor}}', 'ru', facts, prices)).toThrow('constructor');
  });
});
