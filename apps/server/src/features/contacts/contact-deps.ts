import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { LinkTokens } from '../../platform/encryption/link-tokens.ts';
import type { ServiceKey } from '../../platform/encryption/service-key.ts';
import type { JobQueue } from '../../platform/jobs/job-queue.ts';
import type { MailPost } from '../../platform/mail/send-mail.ts';
import type { Vault } from '../vault/public.ts';

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

/** Whether an owner's protocol has been started. Told by the feature that starts it. */
export interface Protocols {
  isUnderWay(userId: string): Promise<boolean>;
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
  protocols: Protocols;
  /** 0 means that there is no limit. */
  maxContacts: number;
  /** How long an owner waits for the mail server before the code is shown. */
  handOverMs: number;
}
