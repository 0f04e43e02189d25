import { accountEndpoints } from './account/account-endpoints.ts';
import { factorEndpoints } from './account/factor-endpoints.ts';
import { profileEndpoints } from './account/profile-endpoints.ts';
import { sessionEndpoints } from './account/session-endpoints.ts';
import { assistantEndpoints } from './assistant/assistant-endpoints.ts';
import { auditEndpoints } from './audit/audit-endpoints.ts';
import { capturedMailEndpoints } from './captured-mail/captured-mail-endpoints.ts';
import { contactCardEndpoints } from './contacts/contact-card-endpoints.ts';
import { contactEndpoints } from './contacts/contact-endpoints.ts';
import { invitationEndpoints } from './contacts/invitation-endpoints.ts';
import { stillHereEndpoints } from './contacts/still-here-endpoints.ts';
import { dashboardEndpoints } from './dashboard/dashboard-endpoints.ts';
import { dataExportEndpoints } from './data-export/data-export-endpoints.ts';
import type { Endpoint } from './endpoint.ts';
import { fileEndpoints } from './instructions/file-endpoints.ts';
import { instructionEndpoints } from './instructions/instruction-endpoints.ts';
import { legalEndpoints } from './legal/legal-endpoints.ts';
import { mailboxEndpoints } from './mailbox/mailbox-endpoints.ts';
import { maintenanceEndpoints } from './maintenance/maintenance-endpoints.ts';
import { accountDeskEndpoints } from './operators/account-endpoints.ts';
import { deskEndpoints } from './operators/desk-endpoints.ts';
import { doubtEndpoints } from './operators/doubt-endpoints.ts';
import { letterEndpoints } from './operators/letter-endpoints.ts';
import { logEndpoints } from './operators/log-endpoints.ts';
import { outageEndpoints } from './operators/outage-endpoints.ts';
import { paymentTroubleEndpoints } from './operators/payment-endpoints.ts';
import { reviewEndpoints } from './operators/review-endpoints.ts';
import { stateEndpoints } from './operators/state-endpoints.ts';
import { supportDeskEndpoints } from './operators/support-endpoints.ts';
import { paymentEndpoints } from './payments/payment-endpoints.ts';
import { giftEndpoints } from './plans/gift-endpoints.ts';
import { planEndpoints } from './plans/plan-endpoints.ts';
import { presenceEndpoints } from './presence/presence-endpoints.ts';
import { deliveryEndpoints } from './protocol/delivery-endpoints.ts';
import { keepsakeEndpoints } from './protocol/keepsake-endpoints.ts';
import { legacyEndpoints } from './protocol/legacy-endpoints.ts';
import { previewEndpoints } from './protocol/preview-endpoints.ts';
import { requestEndpoints } from './protocol/request-endpoints.ts';
import { rulesEndpoints } from './protocol/rules-endpoints.ts';
import { stopEndpoints } from './protocol/stop-endpoints.ts';
import { rehearsalEndpoints } from './rehearsal/rehearsal-endpoints.ts';
import { healthEndpoints } from './setup/health-endpoints.ts';
import { setupEndpoints } from './setup/setup-endpoints.ts';
import { storageEndpoints } from './storage/storage-endpoints.ts';
import { supportEndpoints } from './support/support-endpoints.ts';
import { timeTravelEndpoints } from './time-travel/time-travel-endpoints.ts';

/** Every endpoint of the product. What is not here does not exist. */
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
  ...stillHereEndpoints,
  ...instructionEndpoints,
  ...fileEndpoints,
  ...storageEndpoints,
  ...dataExportEndpoints,
  ...planEndpoints,
  ...giftEndpoints,
  ...paymentEndpoints,
  ...legacyEndpoints,
  ...requestEndpoints,
  ...deliveryEndpoints,
  ...keepsakeEndpoints,
  ...previewEndpoints,
  ...rulesEndpoints,
  ...stopEndpoints,
  ...mailboxEndpoints,
  ...presenceEndpoints,
  ...rehearsalEndpoints,
  ...assistantEndpoints,
  ...supportEndpoints,
  ...legalEndpoints,
  ...deskEndpoints,
  ...reviewEndpoints,
  ...doubtEndpoints,
  ...auditEndpoints,
  ...logEndpoints,
  ...stateEndpoints,
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

/** The calls of a signed-in person that may change something. */
export type OwnerChange = {
  [Name in EndpointName]: (typeof endpoints)[Name] extends { method: 'GET' }
    ? never
    : (typeof endpoints)[Name] extends { callers: 'owner' | 'operator' }
      ? Name
      : never;
}[EndpointName];
