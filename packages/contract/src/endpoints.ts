import { paymentEndpoints } from './billing/payment-endpoints.ts';
import { giftEndpoints, planEndpoints } from './billing/plan-endpoints.ts';
import { accountDeskEndpoints } from './desk/account-endpoints.ts';
import { deskEndpoints } from './desk/desk-endpoints.ts';
import { doubtEndpoints } from './desk/doubt-endpoints.ts';
import { letterEndpoints } from './desk/letter-endpoints.ts';
import { outageEndpoints, paymentTroubleEndpoints } from './desk/payment-endpoints.ts';
import { reviewEndpoints } from './desk/request-endpoints.ts';
import { maintenanceEndpoints, statusEndpoints } from './desk/status-endpoints.ts';
import { supportDeskEndpoints, supportEndpoints } from './desk/support-endpoints.ts';
import type { Endpoint } from './endpoint.ts';
import { accountEndpoints } from './identity/account-endpoints.ts';
import { auditDeskEndpoints, auditEndpoints } from './identity/audit-endpoints.ts';
import { factorEndpoints } from './identity/factor-endpoints.ts';
import { legalEndpoints } from './identity/legal-endpoints.ts';
import { profileEndpoints, sessionEndpoints } from './identity/session-endpoints.ts';
import { capturedMailEndpoints } from './mail/captured-mail-endpoints.ts';
import { mailboxEndpoints } from './mail/mailbox-endpoints.ts';
import { contactCardEndpoints, contactEndpoints } from './people/contact-endpoints.ts';
import { invitationEndpoints, reconfirmationEndpoints } from './people/invitation-endpoints.ts';
import { checkInEndpoints } from './protocol/check-in-endpoints.ts';
import { dashboardEndpoints } from './protocol/dashboard-endpoints.ts';
import {
  deliveryEndpoints,
  letterArchiveEndpoints,
  previewEndpoints,
} from './protocol/delivery-endpoints.ts';
import { legacyEndpoints } from './protocol/legacy-endpoints.ts';
import { rehearsalEndpoints } from './protocol/rehearsal-endpoints.ts';
import { requestEndpoints } from './protocol/request-endpoints.ts';
import { settingsEndpoints } from './protocol/settings-endpoints.ts';
import { vetoEndpoints } from './protocol/veto-endpoints.ts';
import {
  healthEndpoints,
  setupEndpoints,
  timeTravelEndpoints,
} from './service/service-endpoints.ts';
import { assistantEndpoints } from './vault/assistant-endpoints.ts';
import { batchEndpoints, binEndpoints, formerTextEndpoints } from './vault/bin-endpoints.ts';
import { dataExportEndpoints } from './vault/data-export-endpoints.ts';
import { fileEndpoints, storageEndpoints } from './vault/file-endpoints.ts';
import { instructionEndpoints } from './vault/instruction-endpoints.ts';

/** Every endpoint of the product. */
export const endpoints = {
  ...setupEndpoints,
  ...healthEndpoints,
  ...accountEndpoints,
  ...sessionEndpoints,
  ...factorEndpoints,
  ...profileEndpoints,
  ...dashboardEndpoints,
  ...contactEndpoints,
  ...invitationEndpoints,
  ...contactCardEndpoints,
  ...reconfirmationEndpoints,
  ...instructionEndpoints,
  ...batchEndpoints,
  ...binEndpoints,
  ...formerTextEndpoints,
  ...fileEndpoints,
  ...storageEndpoints,
  ...dataExportEndpoints,
  ...planEndpoints,
  ...giftEndpoints,
  ...paymentEndpoints,
  ...legacyEndpoints,
  ...requestEndpoints,
  ...deliveryEndpoints,
  ...letterArchiveEndpoints,
  ...previewEndpoints,
  ...settingsEndpoints,
  ...vetoEndpoints,
  ...mailboxEndpoints,
  ...checkInEndpoints,
  ...rehearsalEndpoints,
  ...assistantEndpoints,
  ...supportEndpoints,
  ...legalEndpoints,
  ...deskEndpoints,
  ...reviewEndpoints,
  ...doubtEndpoints,
  ...auditEndpoints,
  ...auditDeskEndpoints,
  ...statusEndpoints,
  ...letterEndpoints,
  ...supportDeskEndpoints,
  ...accountDeskEndpoints,
  ...paymentTroubleEndpoints,
  ...outageEndpoints,
  ...maintenanceEndpoints,
  ...capturedMailEndpoints,
  ...timeTravelEndpoints,
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;

/** Calls of signed-in owners and operators that may change data. */
export type OwnerChange = {
  [Name in EndpointName]: (typeof endpoints)[Name] extends { method: 'GET' }
    ? never
    : (typeof endpoints)[Name] extends { callers: 'owner' | 'operator' }
      ? Name
      : never;
}[EndpointName];
