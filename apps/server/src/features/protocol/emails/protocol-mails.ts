import { agreementMails } from './agreement-mails.ts';
import { doubtMails } from './doubt-mails.ts';
import { rearmingMails } from './rearming-mails.ts';
import { releaseMails } from './release-mails.ts';
import { requestMails } from './request-mails.ts';
import { settingsMails } from './settings-mails.ts';
import { startMails } from './start-mails.ts';
import { vetoMails } from './veto-mails.ts';
import { waitingMails } from './waiting-mails.ts';

export const protocolMails = [
  ...requestMails,
  ...agreementMails,
  ...doubtMails,
  ...startMails,
  ...waitingMails,
  ...vetoMails,
  ...releaseMails,
  ...rearmingMails,
  ...settingsMails,
];
