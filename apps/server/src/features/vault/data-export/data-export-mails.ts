import { dataExportTerms } from '@zavet/contract/vault/data-export-values';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { button, declareMail, type FoundMail, mailText } from '../../../platform/mail/mail.ts';
import { linkTo } from '../../../platform/mail/mailed-link.ts';
import { findPerson } from '../../identity/account/index.ts';
import { findExport } from './export-repository.ts';

/** Contains neither data of the export nor a download link. */
export const exportReady = declareMail({
  name: 'data_export_ready',
  to: 'the owner',
  when: 'an export is ready',
  retry: 'usual',
  find: async (
    { database, clock }: { database: Database; clock: Clock },
    { export_id }: { export_id: string },
  ): Promise<FoundMail<object> | undefined> => {
    const found = await findExport(database, { id: export_id });
    if (found?.state !== 'ready' || found.expires_at <= clock.now()) return undefined;
    const owner = await findPerson(database, found.user_id);
    return owner && { to: owner.email, language: owner.language, facts: {} };
  },
  text: (words, _, { publicUrl }) =>
    mailText(words, 'data_export.export_ready', (say) => [
      say('body', { hours: dataExportTerms.exportHours }),
      button(say('open'), linkTo(publicUrl, '/settings', { tab: 'privacy' })),
      say('not_you'),
    ]),
});
