import type { ContactView } from '@zavet/contract/people/contact-endpoints';
import { invitationStage } from './invitation-stage.ts';

export type MainAction = 'receives' | 'code' | 'invite';

/** What an owner most likely wants to do now with a contact. */
export function mainActionOf(
  contact: ContactView,
  hasUnsentCode: boolean,
  nowMs: number,
): MainAction | undefined {
  switch (contact.status) {
    case 'confirmed':
      return 'receives';
    case 'uninvited':
    case 'declined':
      return 'invite';
    case 'pending': {
      const stage = invitationStage(contact.invitation, nowMs);
      const canAnswer = stage === 'sent' || stage === 'queued' || hasUnsentCode;
      return canAnswer ? 'code' : 'invite';
    }
    case 'activated':
      return undefined;
  }
}
