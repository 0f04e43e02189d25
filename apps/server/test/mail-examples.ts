import { planExamples, priceNoticeExamples } from './mail-examples/billing.ts';
import { checkInExamples, rehearsalExamples } from './mail-examples/check-ins.ts';
import { accountExamples, legalExamples } from './mail-examples/identity.ts';
import type { MailExample } from './mail-examples/mail-example.ts';
import { contactExamples } from './mail-examples/people.ts';
import { deliveryExamples, protocolExamples, settingsExamples } from './mail-examples/protocol.ts';
import { activationExamples, ownerExamples } from './mail-examples/release.ts';
import {
  dataExportExamples,
  deskExamples,
  instructionExamples,
  mailboxExamples,
  maintenanceExamples,
  retentionExamples,
  statusExamples,
  supportExamples,
} from './mail-examples/service.ts';

/** At least one example of every mail, by its name. */
export const mailExamples: Record<string, MailExample[]> = {
  ...accountExamples,
  ...legalExamples,
  ...contactExamples,
  ...planExamples,
  price_notice: priceNoticeExamples,
  ...protocolExamples,
  ...settingsExamples,
  ...deliveryExamples,
  ...ownerExamples,
  ...activationExamples,
  ...checkInExamples,
  ...rehearsalExamples,
  ...deskExamples,
  ...supportExamples,
  ...retentionExamples,
  ...maintenanceExamples,
  ...statusExamples,
  ...dataExportExamples,
  ...instructionExamples,
  ...mailboxExamples,
};
