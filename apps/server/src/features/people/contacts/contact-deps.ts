import type { PriceEditions } from '@zavet/contract/prices';
import type { Logger } from 'pino';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { LinkTokens } from '../../../platform/encryption/link-tokens.ts';
import type { ServiceKey } from '../../../platform/encryption/service-key.ts';
import type { JobQueue } from '../../../platform/jobs/job-queue.ts';
import type { MailPost } from '../../../platform/mail/send-mail.ts';
import type { Vault } from '../../identity/owner-keys/index.ts';

/** In which instructions a contact is named. Told by the feature that keeps the instructions. */
export interface Assignments {
  countsOf(userId: string): Promise<Map<string, AssignmentCounts>>;
  /** Takes a contact out of all instructions and puts another in its place where one is given. */
  handOver(
    userId: string,
    fromContactId: string,
    toContactId: string | undefined,
  ): Promise<{ affected: number; orphaned: number }>;
}

export interface AssignmentCounts {
  instruction_count: number;
  /** Instructions that name nobody else. */
  sole_instruction_count: number;
}

/** What an owner's protocol means for contacts. Told by the feature that keeps it. */
export interface OwnersProtocol {
  /** Whether it was started: letters wait, or have left. */
  isUnderWay(userId: string): Promise<boolean>;
  /** By whom and when it was activated; undefined while it is not. */
  findActive(userId: string): Promise<ActiveProtocol | undefined>;
  /** Lets go what was kept for a contact who agrees only now; in the transaction of the answer. */
  contactJoined(contact: { id: string; user_id: string }): Promise<void>;
}

export interface ActiveProtocol {
  /** Null when the contact who activated it is gone. */
  activated_by: string | null;
  activated_at: Date;
}

/** What the use cases of this feature work with. */
export interface ContactDeps {
  database: Database;
  clock: Clock;
  jobs: Pick<JobQueue, 'enqueue'>;
  log: Logger;
  vault: Vault;
  serviceKey: ServiceKey;
  linkTokens: LinkTokens;
  post: MailPost;
  assignments: Assignments;
  /** Called in the transaction in which a confirmed contact stops being one. */
  contactLeft(ownerId: string): Promise<void>;
  /** Whether an owner confirmed this as the second address for warnings. */
  isSecondAddress(ownerId: string, email: string): Promise<boolean>;
  protocol: OwnersProtocol;
  /** The owner is silent, or a start is under way: no contact is asked to reconfirm. */
  areRemindersPaused(ownerId: string): Promise<boolean>;
  /** 0 means that there is no limit. */
  maxContacts: number;
  /** How long an owner waits for the mail server before the code is shown. */
  handOverMs: number;
  prices: PriceEditions;
}
