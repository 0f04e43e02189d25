import { IconMailOpened } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { InstructionSummary } from '@zavet/contract/instructions/instruction-schemas';
import { limits } from '@zavet/contract/limits';
import { Badge } from '../../../interface/badge.tsx';
import { EmptyState } from '../../../interface/empty-state.tsx';
import { ErrorState } from '../../../interface/error-state.tsx';
import { Field } from '../../../interface/field.tsx';
import { useTranslation } from '../../../interface/language/use-translation.ts';
import { deliveryStageOf } from '../closed.ts';
import { useRoomTexts } from '../files/files-without-room.tsx';
import styles from './mail.module.css';
import { countByFolder, inFolder, type MailFolder, mailFolders } from './mail-folders.ts';
import { useDateLabel } from './use-date-label.ts';
import { useMailSearch } from './use-mail-search.ts';

interface MailListProps {
  mails: InstructionSummary[];
  folder: MailFolder;
  chosenId: string | undefined;
}

export function MailList({ mails, folder, chosenId }: MailListProps) {
  const { t } = useTranslation('mail');
  const search = useMailSearch();
  const shown = inFolder(mails, folder, search.foundIds);
  return (
    <div className={styles.list}>
      <Folders mails={mails} current={folder} />
      <search>
        <Field
          label={t('search')}
          type="search"
          autoComplete="off"
          maxLength={limits.searchMaxLength}
          value={search.text}
          onChange={(event) => search.setText(event.currentTarget.value)}
        />
      </search>
      <p role="status" className={styles.status}>
        {search.foundIds && !search.isWaiting && t('found', { count: shown.length })}
        {search.isWaiting && t('searching')}
      </p>
      {search.error ? (
        <ErrorState title={t('searchFailed')} error={search.error} onRetry={search.retry} />
      ) : (
        <Mails mails={shown} folder={folder} chosenId={chosenId} />
      )}
      {shown.length === 0 && !search.error && (
        <NoMails folder={folder} isSearched={search.foundIds !== undefined} />
      )}
    </div>
  );
}

interface FoldersProps {
  mails: InstructionSummary[];
  current: MailFolder;
}

function Folders({ mails, current }: FoldersProps) {
  const { t } = useTranslation('mail');
  const counts = countByFolder(mails);
  return (
    <nav aria-label={t('folders.label')}>
      <ul className={styles.folders}>
        {mailFolders.map((folder) => (
          <li key={folder}>
            <Link
              to="/mail"
              search={{ folder }}
              className={styles.folder}
              aria-current={folder === current ? 'page' : undefined}
            >
              {t(`folders.${folder}`)}
              <span className={styles.count}>{counts[folder]}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Mails({ mails, folder, chosenId }: MailListProps) {
  const { t } = useTranslation(['mail', 'instructions']);
  const dateLabel = useDateLabel();
  if (mails.length === 0) return null;
  return (
    <ul className={styles.mails} aria-label={t(`folders.${folder}`)}>
      {mails.map((mail) => (
        <li key={mail.id}>
          <Link
            to="/mail"
            search={{ folder, message: mail.id }}
            className={styles.mail}
            aria-current={mail.id === chosenId ? 'true' : undefined}
            resetScroll={false}
          >
            <span className={styles.mailHead}>
              <strong>{mail.is_unreadable ? t('instructions:damaged') : mail.title}</strong>
              <span className={styles.date}>{dateLabel(mail.created_at)}</span>
            </span>
            <span className={styles.preview}>{mail.preview}</span>
            <RoomTexts mail={mail} />
            <MailBadges mail={mail} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Which of its files go or went for lack of space. */
function RoomTexts({ mail }: { mail: InstructionSummary }) {
  const { leaving, removed } = useRoomTexts(mail);
  return (
    <>
      {leaving && <span className={styles.leaving}>{leaving}</span>}
      {removed.map((text) => (
        <span key={text} className={styles.preview}>
          {text}
        </span>
      ))}
    </>
  );
}

function MailBadges({ mail }: { mail: InstructionSummary }) {
  const { t } = useTranslation('instructions');
  const isQueued = deliveryStageOf(mail) === 'queued';
  if (mail.files.length === 0 && !isQueued) return null;
  return (
    <span className={styles.badges}>
      {mail.files.length > 0 && (
        <Badge tone="gold">{t('card.files', { count: mail.files.length })}</Badge>
      )}
      {isQueued && <Badge tone="gold">{t('closed.badge.queued')}</Badge>}
    </span>
  );
}

interface NoMailsProps {
  folder: MailFolder;
  isSearched: boolean;
}

function NoMails({ folder, isSearched }: NoMailsProps) {
  const { t } = useTranslation('mail');
  return (
    <EmptyState
      icon={<IconMailOpened size={28} />}
      title={isSearched ? t('empty.searchTitle') : t(`empty.${folder}Title`)}
    >
      {isSearched ? t('empty.searchText') : t(`empty.${folder}Text`)}
    </EmptyState>
  );
}
