import type { MailWords } from '../../../platform/mail/templates/mail-words.ts';
import {
  isolated,
  nameWithAddress,
  plainName,
  plainTitle,
  shortened,
} from '../../../platform/mail/templates/plain-name.ts';

const subjectNameLength = 40;
const subjectTitleLength = 60;

/** Whose protocol it is. */
export interface Writer {
  owner_name: string | null;
  /** Stands beside the name, and instead of one that is missing. */
  owner_email?: string | null;
}

export function writerOf(owner: { full_name: string | null; email: string } | undefined): Writer {
  return { owner_name: owner?.full_name ?? null, owner_email: owner?.email ?? null };
}

/** The writer as a sentence names them; empty when neither name nor address is known. */
export function personOf({ owner_name, owner_email }: Writer): string {
  const name = owner_name ?? '';
  return owner_email ? nameWithAddress(name, owner_email) : isolated(plainName(name));
}

/** The writer and the title as a letter names them, in full and short enough for a subject. */
export function letterWords({ t }: MailWords, letter: Writer & { title: string | null }) {
  const name = plainName(letter.owner_name ?? '') || letter.owner_email || t('protocol.unnamed');
  const title = plainTitle(letter.title ?? '') || t('protocol.untitled');
  return {
    person: personOf(letter) || name,
    title: isolated(title),
    shortName: isolated(shortened(name, subjectNameLength)),
    shortTitle: isolated(shortened(title, subjectTitleLength)),
  };
}
