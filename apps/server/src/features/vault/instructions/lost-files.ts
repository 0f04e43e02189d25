import { moscowDay } from '@zavet/contract/days';
import type { Context } from '../../../context.ts';
import { newId } from '../../../platform/ids.ts';
import { button, declareMail, type FoundMail, mailText } from '../../../platform/mail/mail.ts';
import { linkTo } from '../../../platform/mail/mailed-link.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import type { MailWords } from '../../../platform/mail/templates/mail-words.ts';
import { findPerson } from '../../identity/account/index.ts';
import { deleteLostFiles } from './file-repository.ts';
import { filesAboveLimit } from './remove-files.ts';

/** Number of files that are named; further files are only counted. */
const maxNamedFiles = 50;

export function formatFileNames({ t }: MailWords, names: readonly string[]): string[] {
  const rest = names.length - maxNamedFiles;
  const named = names.slice(0, maxNamedFiles);
  return rest > 0 ? [...named, t('plans.more_files', { count: rest })] : named;
}

interface LostFilesIds {
  user_id: string;
  removal_id: string;
  /** Includes files in the bin, which are not named. */
  files: number;
}

export const filesLost = declareMail({
  name: 'files_lost',
  to: 'the owner',
  when: 'an operator marked files as lost that the file storage no longer has',
  retry: 'persistent',
  find: async (
    ctx: Context,
    { user_id, removal_id, files }: LostFilesIds,
  ): Promise<FoundMail<{ files: number; names: string[] }> | undefined> => {
    const owner = await findPerson(ctx.database, user_id);
    if (!owner) return undefined;
    const names = await filesAboveLimit(ctx).removedNames(user_id, removal_id);
    return { to: owner.email, language: owner.language, facts: { files, names } };
  },
  text: (words, { files, names }, { publicUrl }) =>
    mailText(words, 'data_export.files_lost', (say) => [
      words.t('data_export.files_lost.body', { count: files }),
      ...(names.length > 0 ? [{ items: formatFileNames(words, names) }] : []),
      say('more'),
      button(say('open'), linkTo(publicUrl, '/instructions')),
    ]),
});

/**
 * Deletes files whose objects are lost, in the caller's transaction. Their owners are notified, and
 * letters name the files. Returns their number.
 */
export async function markFilesLost(
  { database, clock, jobs }: Pick<Context, 'database' | 'clock' | 'jobs'>,
  keys: readonly string[],
): Promise<number> {
  const removal = { removal_id: newId(), removed_on: moscowDay(clock.now()) };
  const owners = await deleteLostFiles(database, keys, removal);
  for (const { user_id, files } of owners) {
    const { removal_id } = removal;
    await enqueueMail({ jobs }, filesLost, { user_id, removal_id, files });
  }
  return owners.reduce((sum, { files }) => sum + files, 0);
}
