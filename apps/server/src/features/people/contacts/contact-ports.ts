import { event, port } from '../../../feature.ts';

export interface Assignments {
  countsOf(userId: string): Promise<Map<string, AssignmentCounts>>;
  /** Takes a contact out of all instructions and puts another in its place where one is given. */
  replaceContact(
    userId: string,
    fromContactId: string,
    toContactId: string | undefined,
  ): Promise<{ affected: number; orphaned: number }>;
}

export interface AssignmentCounts {
  instruction_count: number;
  /** Instructions that name no other contact. */
  sole_instruction_count: number;
}

export interface OwnersProtocol {
  /** Whether it was started: letters wait, or have left. */
  isUnderWay(userId: string): Promise<boolean>;
  /** Undefined while it is not activated. */
  findActive(userId: string): Promise<ActiveProtocol | undefined>;
  /** Whether an owner confirmed this as the second address for warnings. */
  isSecondAddress(userId: string, email: string): Promise<boolean>;
}

export interface ActiveProtocol {
  /** Null when the contact who activated it is gone. */
  activated_by: string | null;
  activated_at: Date;
}

/** In which instructions contacts are named. */
export const assignments = port<Assignments>('assignments');

/** What an owner's protocol means for the contacts. */
export const ownersProtocol = port<OwnersProtocol>('owners-protocol');

/** The owner is silent, or a start is running: no contact is asked to reconfirm. */
export const areRemindersPaused =
  port<(ownerId: string) => Promise<boolean>>('are-reminders-paused');

/** In the transaction in which a confirmed contact stops being one. */
export const contactLeft = event<{ owner_id: string }>('contact-left');

/** In the transaction in which a contact agrees after the release. */
export const contactJoined = event<{ id: string; user_id: string }>('contact-joined');
