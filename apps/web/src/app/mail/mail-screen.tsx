import { useNavigate, useSearch } from '@tanstack/react-router';
import { MessageDetail } from '../../features/mail/mailbox/message-detail.tsx';
import { MessageList } from '../../features/mail/mailbox/message-list.tsx';
import { useMailbox } from '../../features/mail/mailbox/use-mailbox.ts';
import { instructionDelivery } from '../../features/protocol/control/public/instructions-port.tsx';
import { ProtocolCard } from '../../features/protocol/control/public/protocol-card.tsx';
import { useInstructionCounts } from '../../features/vault/instructions/instruction-queries.ts';
import { pageOf, searchTextOf } from '../../features/vault/instructions/list/list-state.ts';
import { MailDetail } from '../../features/vault/instructions/mail/mail-detail.tsx';
import { MailList } from '../../features/vault/instructions/mail/mail-list.tsx';
import { InstructionDeliveryProvider } from '../../features/vault/instructions/public/delivery-port.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { useFormats } from '../../ui/language/formats.ts';
import { useTranslation } from '../../ui/language/use-translation.ts';
import { LetterColumns } from '../../ui/letters/letters.tsx';
import { Page } from '../../ui/page.tsx';
import { SearchField, useSearchWords } from '../../ui/search-field.tsx';
import { Tab, TabStrip } from '../../ui/tab-strip.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './mail.module.css';
import { isMailboxFolder, type MailFolder, mailFolderOf, mailFolders } from './mail-folders.ts';

/** The instructions shown as mails, and the messages of the connected mailbox. */
export function MailScreen() {
  const { t } = useTranslation(['mail', 'mailbox']);
  const address = useSearch({ strict: false });
  const { message } = address;
  const folder = mailFolderOf(address.folder);
  const words = searchTextOf(address.q);
  const navigate = useNavigate();
  const search = useSearchWords(
    words,
    (next) =>
      void navigate({
        to: '/mail',
        search: { folder: address.folder, message, ...(next && { q: next }) },
        replace: true,
        resetScroll: false,
      }),
  );
  return (
    <Page
      title={t('title')}
      lead={t(isMailboxFolder(folder) ? 'mailbox:lead' : 'lead')}
      actions={
        <ButtonLink to="/instructions" kind="quiet">
          {t('toInstructions')}
        </ButtonLink>
      }
    >
      {!isMailboxFolder(folder) && <DeliveryProgress isReading={message !== undefined} />}
      <LetterColumns
        nothingChosen={t('noSelection')}
        list={
          <>
            <FolderStrip current={folder} />
            <search>
              <SearchField
                label={t('search')}
                placeholder={t('search')}
                value={search.text}
                onChange={(event) => search.setText(event.currentTarget.value)}
              />
            </search>
            <Letters folder={folder} words={words} page={pageOf(address.page)} chosenId={message} />
          </>
        }
        letter={
          message === undefined ? undefined : <Letter key={message} folder={folder} id={message} />
        }
      />
    </Page>
  );
}

interface LettersProps {
  folder: MailFolder;
  words: string;
  page: number;
  chosenId: string | undefined;
}

function Letters({ folder, words, page, chosenId }: LettersProps) {
  return isMailboxFolder(folder) ? (
    <MessageList key={folder} folder={folder} searchText={words} selectedId={chosenId} />
  ) : (
    <MailList key={folder} folder={folder} searchText={words} page={page} selectedId={chosenId} />
  );
}

function Letter({ folder, id }: { folder: MailFolder; id: string }) {
  return isMailboxFolder(folder) ? (
    <MessageDetail id={id} folder={folder} />
  ) : (
    <InstructionDeliveryProvider value={instructionDelivery}>
      <MailDetail id={id} folder={folder} />
    </InstructionDeliveryProvider>
  );
}

/** Shown once a letter is queued or sent. */
function DeliveryProgress({ isReading }: { isReading: boolean }) {
  const counts = useInstructionCounts().data;
  const isAnySent = counts !== undefined && counts.state.queued + counts.state.sent > 0;
  if (!isAnySent) return null;
  return (
    <div className={styles.protocol} data-reading={isReading || undefined}>
      <ProtocolCard />
    </div>
  );
}

/** All folders with a count: instructions of our own folders, unread messages of the mailbox. */
function FolderStrip({ current }: { current: MailFolder }) {
  const { t } = useTranslation('mail');
  return (
    <TabStrip label={t('folders.label')}>
      {mailFolders.map((folder) => (
        <Tab
          key={folder}
          to="/mail"
          search={({ q }: { q?: string }) => ({ folder, q })}
          isSmall
          current={folder === current && 'page'}
        >
          {t(`folders.${folder}`)}
          <FolderCount folder={folder} />
        </Tab>
      ))}
    </TabStrip>
  );
}

function FolderCount({ folder }: { folder: MailFolder }) {
  const { t } = useTranslation('mail');
  const formats = useFormats();
  const counts = useInstructionCounts().data;
  const mailbox = useMailbox().data;
  if (!isMailboxFolder(folder)) {
    return <span className={styles.count}>{counts && formats.number(counts.status[folder])}</span>;
  }
  const unread = mailbox?.folders.find((one) => one.folder === folder)?.unread ?? 0;
  if (unread === 0) return null;
  return (
    <span className={styles.unread}>
      {formats.number(unread)}
      <VisuallyHidden> {t('folders.unread', { count: unread })}</VisuallyHidden>
    </span>
  );
}
