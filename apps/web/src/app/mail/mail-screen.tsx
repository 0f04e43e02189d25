import { useNavigate, useSearch } from '@tanstack/react-router';
import { MessageDetail } from '../../features/mail/mailbox/reading/message-detail.tsx';
import { MessageList } from '../../features/mail/mailbox/reading/message-list.tsx';
import { ProtocolCard } from '../../features/protocol/control/public/protocol-card.tsx';
import { useInstructionCounts } from '../../features/vault/instructions/instruction-pages.ts';
import {
  type PagePlace,
  pagePlaceOf,
  wordsOf,
} from '../../features/vault/instructions/list/list-place.ts';
import { MailDetail } from '../../features/vault/instructions/mail/mail-detail.tsx';
import { MailList } from '../../features/vault/instructions/mail/mail-list.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { useTranslation } from '../../ui/language/use-translation.ts';
import { LetterColumns } from '../../ui/letters/letter-columns.tsx';
import { Page } from '../../ui/page.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { useSearchWords } from '../../ui/use-search-words.ts';
import { FolderStrip } from './folder-strip.tsx';
import styles from './mail.module.css';
import { isOfMailbox, type MailFolder, mailFolderOf } from './mail-folders.ts';

/** The instructions as mails, and what has come to the connected mailbox. */
export function MailScreen() {
  const { t } = useTranslation(['mail', 'mailbox']);
  const address = useSearch({ strict: false });
  const { message } = address;
  const folder = mailFolderOf(address.folder);
  const words = wordsOf(address.q);
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
      lead={t(isOfMailbox(folder) ? 'mailbox:lead' : 'lead')}
      actions={
        <ButtonLink to="/instructions" kind="quiet">
          {t('toInstructions')}
        </ButtonLink>
      }
    >
      {!isOfMailbox(folder) && <HowFarDelivered isReading={message !== undefined} />}
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
            <Letters
              folder={folder}
              words={words}
              place={pagePlaceOf(address)}
              chosenId={message}
            />
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
  place: PagePlace;
  chosenId: string | undefined;
}

function Letters({ folder, words, place, chosenId }: LettersProps) {
  return isOfMailbox(folder) ? (
    <MessageList key={folder} folder={folder} words={words} chosenId={chosenId} />
  ) : (
    <MailList key={folder} folder={folder} words={words} place={place} chosenId={chosenId} />
  );
}

function Letter({ folder, id }: { folder: MailFolder; id: string }) {
  return isOfMailbox(folder) ? (
    <MessageDetail id={id} folder={folder} />
  ) : (
    <MailDetail id={id} folder={folder} />
  );
}

/** Once something has set out. */
function HowFarDelivered({ isReading }: { isReading: boolean }) {
  const counts = useInstructionCounts().data;
  const hasSetOut = counts !== undefined && counts.state.queued + counts.state.sent > 0;
  if (!hasSetOut) return null;
  return (
    <div className={styles.protocol} data-reading={isReading || undefined}>
      <ProtocolCard />
    </div>
  );
}
