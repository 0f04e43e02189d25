import { event, port } from '../../../feature.ts';

export interface Assignments {
  countsOf(userId: string): Promise<Map<string, AssignmentCounts>>;
  /** Removes a contact from all instructions, and inserts the other one, if given. */
  replaceContact(
    userId: string,
    fromContactId: string,
    toContactId: string | undefined,
  ): Promise<{ affected: number; orphaned: number }>;
}

export interface AssignmentCounts {
  instruction_count: number;
  /** Instructions without any other contact. */
  sole_instruction_count: number;
}

export interface OwnersProtocol {
  /** True if the protocol is started or released. */
  isUnderWay(userId: string): Promise<boolean>;
  /** Undefined before an activation. */
  findActive(userId: string): Promise<ActiveProtocol | undefined>;
  /** True if the owner confirmed this as the second address for warnings. */
  isSecondAddress(userId: string, email: string): Promise<boolean>;
}

export interface ActiveProtocol {
  /** Null if the activating contact was removed. */
  activated_by: string | null;
  activated_at: Date;
}

/** Instructions that contacts are assigned to. */
export const assignments = port<Assignments>('assignments');

/** State of an owner's protocol. */
export const ownersProtocol = port<OwnersProtocol>('owners-protocol');

/** True while the owner misses check-ins or the protocol is under way: no reconfirmations then. */
export const areRemindersPaused =
  port<(ownerId: string) => Promise<boolean>>('are-reminders-paused');

/** Emitted when a confirmed contact is no longer confirmed. */
export const contactUnconfirmed = event<{ owner_id: string }>('contact-unconfirmed');

/** Emitted when a contact accepts after the release. */
export const contactAcceptedLate = event<{ id: string; user_id: string }>('contact-accepted-late');
