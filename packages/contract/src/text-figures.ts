import {
  type CataloguePlan,
  type PriceList,
  planCatalogue,
  yearlySaving,
} from './billing/plan-catalogue.ts';
import { deskTimings } from './desk/desk-values.ts';
import { supportTerms } from './desk/support-values.ts';
import { formatNumber } from './formats.ts';
import { limits } from './limits.ts';
import type { Locale } from './locales.ts';
import {
  checkInPauseDays,
  checkInsPerRound,
  checkIntervalDays,
} from './protocol/check-in-values.ts';
import { requestTerms } from './protocol/protocol-values.ts';
import {
  paperCodeLength,
  proposedWaitingHours,
  releaseTimings,
  waitingChoices,
  waitingHoursOf,
} from './protocol/release-rules.ts';
import { retention, serviceTerms } from './service-terms.ts';
import {
  linkLifetimes,
  maxReconfirmationReminders,
  protocolTimings,
  reconfirmationTimings,
} from './timings.ts';
import { dataExportTerms } from './vault/data-export-values.ts';
import { fileTypes } from './vault/file-rules.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;
const [small, medium, large] = planCatalogue as [CataloguePlan, CataloguePlan, CataloguePlan];
const [, shortestWaiting, ...longerWaits] = waitingChoices;
const longerDays = longerWaits.map((hours) => inDays(hours));

/** Figures for documents and texts, such as `{{freeStorageMb}}`; without prices. */
export const textFigures = {
  minimumAgeYears: limits.minimumAgeYears,
  confirmationCodeLength: limits.confirmationCodeLength,
  confirmationCodeTries: limits.confirmationCodeTries,
  invitationDays: linkLifetimes.contactInvitation / day,
  freeStorageMb: limits.freeStorageMb,
  fileMaxMb: limits.fileMaxMb,
  fileTypes: Object.keys(fileTypes)
    .map((ending) => ending.toUpperCase())
    .join(', '),
  instructions: limits.instructions,
  instructionTextMaxLength: limits.instructionTextMaxLength,
  textsMb: limits.textsMb,
  passwordMinLength: limits.passwordMinLength,
  pinDigits: limits.pinDigits,
  pinTries: limits.pinTries,
  pinLockHours: protocolTimings.pinLock / hour,
  smallPlanMb: small.storage_mb,
  mediumPlanMb: medium.storage_mb,
  largePlanMb: large.storage_mb,
  activationPresses: limits.activationPresses,
  activationPaymentHours: protocolTimings.payment / hour,
  waitingHours: shortestWaiting,
  /** All except the longest, for `{{waitingDays}} or {{longestWaitingDays}} days`. */
  waitingDays: longerDays.slice(0, -1).join(', '),
  longestWaitingDays: Math.max(...longerDays),
  proposedWaitingDays: inDays(proposedWaitingHours),
  agreementDays: releaseTimings.agreement / day,
  agreementHoldsDays: releaseTimings.agreementValidity / day,
  aloneLeastDays: inDays(waitingHoursOf({ waiting_hours: 0, needs_second: true }, true)),
  ownerWarningHours: releaseTimings.warning / hour,
  requestDocuments: requestTerms.documents,
  requestPauseHours: requestTerms.pause / hour,
  requestAnswerDays: requestTerms.answerWithin / day,
  secondDecisionHours: requestTerms.certificatePause / hour,
  secondAddressDays: linkLifetimes.secondAddress / day,
  vetoCodeLength: paperCodeLength,
  lateInvitationDays: linkLifetimes.lateInvitation / day,
  yearlyQuestionDays: reconfirmationTimings.question / day,
  yearlyReminders: maxReconfirmationReminders,
  yearlyReminderDays: reconfirmationTimings.reminder / day,
  weeklyCheckDays: checkIntervalDays.weekly,
  monthlyCheckDays: checkIntervalDays.monthly,
  quarterlyCheckDays: checkIntervalDays.quarterly,
  checkInMails: checkInsPerRound,
  checkInPauseDays,
  dataCopyDays: dataExportTerms.exportHours / 24,
  broughtInDays: dataExportTerms.importShownDays,
  deliveryLinkDays: linkLifetimes.delivery / day,
  linkReminderDays: protocolTimings.linkReminder / day,
  lastLinkReminderDays: protocolTimings.lastLinkReminder / day,
  deliverySessionHours: protocolTimings.deliverySession / hour,
  deliveryTryDays: serviceTerms.deliveryTryDays,
  emailUndoHours: linkLifetimes.undoEmailChange / hour,
  verifyEmailHours: linkLifetimes.verifyEmail / hour,
  recoverPasswordHours: linkLifetimes.recoverPassword / hour,
  overLimitDays: serviceTerms.overLimitDays,
  overLimitFirstWarningDays: Math.max(...serviceTerms.overLimitWarningDays),
  overLimitSecondWarningDays: serviceTerms.overLimitWarningDays[1],
  overLimitLastWarningDays: Math.min(...serviceTerms.overLimitWarningDays),
  unnotifiedKeepDays: serviceTerms.unnotifiedKeepDays,
  monthlyNoticeDays: serviceTerms.periodNoticeDays.monthly,
  yearlyNoticeDays: serviceTerms.periodNoticeDays.yearly,
  unreachedRenewalDays: serviceTerms.unreachedRenewalDays,
  renewalTryDays: serviceTerms.renewalTryDays,
  outageExtensionDays: serviceTerms.outageExtensionDays,
  claimReviewDays: serviceTerms.claimReviewDays,
  changeNoticeDays: serviceTerms.changeNoticeDays,
  maintenanceNoticeHours: serviceTerms.maintenanceNoticeHours,
  documentsWorkingDays: serviceTerms.documentsWorkingDays,
  liabilityMonths: serviceTerms.liabilityMonths,
  subjectRequestDays: serviceTerms.subjectRequestDays,
  suspendedBeforeDeletionDays: serviceTerms.suspendedBeforeDeletionDays,
  reviewFromMonths: serviceTerms.reviewMonths.from,
  reviewToMonths: serviceTerms.reviewMonths.to,
  supportOpensAt: supportTerms.opensAt,
  supportClosesAt: supportTerms.closesAt,
  supportReplyHours: supportTerms.replyHours,
  supportFreeHours: supportTerms.answerHours.free,
  supportPriorityHours: supportTerms.answerHours.priority,
  supportPremiumHours: supportTerms.answerHours.premium,
  dataRequestWorkingDays: supportTerms.dataRequestWorkingDays,
  deskHours: deskTimings.lifetime / hour,
  personalDataYears: retention.personalDataYears,
  logsYears: retention.logsYears,
  afterActivationYears: retention.afterActivationYears,
  trustedPersonDays: retention.trustedPersonDays,
  binDays: retention.binDays,
  paymentYears: retention.paymentYears,
  inactivityWarnings: retention.inactivityWarnings,
  inactivityWarningDays: retention.inactivityWarningDays,
  requestPapersDays: retention.requestPapersDays,
  supportYears: retention.supportYears,
  unconfirmedDays: retention.unconfirmedDays,
  attemptsDays: retention.attemptsDays,
  unknownNotificationDays: retention.unknownNotificationDays,
  lastMailDays: retention.lastMailDays,
  mailCountDays: retention.mailCountDays,
  failedJobDays: retention.failedJobDays,
  bounceDays: retention.bounceDays,
  backupDays: retention.backupDays,
  assistantMessageMaxLength: limits.assistantMessageMaxLength,
  assistantMessagesPerDay: limits.assistantMessagesPerDay,
} as const satisfies Record<string, number | string>;

export function priceFigures({ plans, protocolActivation }: PriceList) {
  const [smallPlan, mediumPlan, largePlan] = [plans[small.id], plans[medium.id], plans[large.id]];
  return {
    smallPlanMonthly: smallPlan.monthly,
    smallPlanYearly: smallPlan.yearly,
    smallPlanSaving: yearlySaving(smallPlan).amount,
    mediumPlanMonthly: mediumPlan.monthly,
    mediumPlanYearly: mediumPlan.yearly,
    mediumPlanSaving: yearlySaving(mediumPlan).amount,
    largePlanMonthly: largePlan.monthly,
    largePlanYearly: largePlan.yearly,
    largePlanSaving: yearlySaving(largePlan).amount,
    yearlySavingPercent: yearlySaving(smallPlan).percent,
    activationRubles: protocolActivation,
  };
}

/** Values that depend on the running service. */
export interface ServiceFacts {
  /** Provider of the service, as the documents name it. */
  operator: string;
  supportEmail: string;
  siteAddress: string;
  /** Contacts per owner, in words: `up to 3 trusted persons`. */
  trustedPersons: string;
}

/** Returns the text with its placeholders filled in; throws for an unknown name. */
export function fillFigures(
  text: string,
  language: Locale,
  facts: ServiceFacts,
  prices: PriceList,
): string {
  const others = new Map<string, number | string>(
    Object.entries({ ...facts, ...priceFigures(prices) }),
  );
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = figures.get(name) ?? others.get(name);
    if (value === undefined) throw new Error(`No figure is called ${name}.`);
    return typeof value === 'number' ? formatNumber(value, language) : value;
  });
}

function inDays(hours: number): number {
  return (hours * hour) / day;
}

const figures = new Map<string, number | string>(Object.entries(textFigures));
