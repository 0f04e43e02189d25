import { useSearch } from '@tanstack/react-router';
import { limits } from '@zavet/contract/limits';
import { useInstructions } from '../../features/instructions/api/instructions.ts';
import { deliveryStageOf } from '../../features/instructions/closed.ts';
import { MailDetail } from '../../features/instructions/mail/mail-detail.tsx';
import { MailList } from '../../features/instructions/mail/mail-list.tsx';
import { MessageDetail } from '../../features/mailbox/reading/message-detail.tsx';
import { MessageList } from '../../features/mailbox/reading/message-list.tsx';
import { ProtocolCard } from '../../features/protocol/public/protocol-card.tsx';
import { ButtonLink } from '../../interface/button.tsx';
import { Field } from '../../interface/field.tsx';
import { useTranslation } from '../../interface/language/use-translation.ts';
import { LetterColumns } from '../../interface/letters/letter-columns.tsx';
import { Page } from '../../interface/page.tsx';
import { FolderStrip } from './folder-strip.tsx';
import styles from './mail.module.css';
import { isOfMailbox, type MailFolder, mailFolderOf } from './mail-folders.ts';
import { useSearchWords } from './use-search-words.ts';

/** The instructions as mails, and what has come to the connected mailbox. */
export function MailScreen() {
  const { t } = useTranslation(['mail', 'mailbox']);
  const { folder: wanted, message } = useSearch({ strict: false });
  const folder = mailFolderOf(wanted);
  const search = useSearchWords();
  return (
    <Page title={t('title')} lead={t(isOfMailbox(folder) ? 'mailbox:lead' : 'lead')}>
      {!isOfMailbox(folder) && <AboutInstructions isReading={message !== undefined} />}
      <LetterColumns
        nothingChosen={t('noSelection')}
        list={
          <>
            <FolderStrip current={folder} />
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
            <Letters folder={folder} words={search.words} chosenId={message} />
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
  chosenId: string | undefined;
}

function Letters({ folder, words, chosenId }: LettersProps) {
  return isOfMailbox(folder) ? (
    <MessageList key={folder} folder={folder} words={words} chosenId={chosenId} />
  ) : (
    <MailList folder={folder} words={words} chosenId={chosenId} />
  );
}

function Letter({ folder, id }: { folder: MailFolder; id: string }) {
  return isOfMailbox(folder) ? (
    <MessageDetail id={id} folder={folder} />
  ) : (
    <MailDetail id={id} folder={folder} />
  );
}

/** The way to where they are written, and how far their delivery is. */
function AboutInstructions({ isReading }: { isReading: boolean }) {
  const { t } = useTranslation('mail');
  const instructions = useInstructions().data?.instructions;
  const titleOf = (id: string) => instructions?.find((mail) => mail.id === id)?.title ?? undefined;
  return (
    <>
      <div>
        <ButtonLink to="/instructions" kind="quiet">
          {t('toInstructions')}
        </ButtonLink>
      </div>
      {instructions?.some((mail) => deliveryStageOf(mail) !== 'open') && (
        <div className={styles.protocol} data-reading={isReading || undefined}>
          <ProtocolCard titleOf={titleOf} />
        </div>
      )}
    </>
  );
}
