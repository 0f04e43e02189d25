import type { ReactNode } from 'react';
import { Envelope } from '../../../ui/drawings/envelope.tsx';
import { KeyWithTag } from '../../../ui/drawings/key-with-tag.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { ResultPage } from '../../../ui/result-page.tsx';
import {
  type LinkProblem,
  MailedLinkPage,
  type OpenedLink,
} from '../../identity/account/public/mailed-link-page.tsx';
import styles from './invitation.module.css';

/** Questions that are mailed to a contact; also the names of their texts. */
type Subject = 'invitation' | 'still-here';

interface ContactQuestionProps<View> {
  subject: Subject;
  read: (token: string) => Promise<View>;
  children: (link: OpenedLink<View>) => ReactNode;
}

/** Opened from a mail, often without an account and on a phone. */
export function ContactQuestion<View extends object>({
  subject,
  ...rest
}: ContactQuestionProps<View>) {
  const { t } = useTranslation<Subject>(subject);
  return (
    <MailedLinkPage
      question={subject}
      waiting={{
        title: t('title'),
        tabTitle: t('tabTitle'),
        drawing: <KeyWithTag />,
        loading: t('loading'),
        loadFailed: t('loadFailed'),
        lines: 4,
        className: styles.text,
      }}
      renderProblem={(problem) => <LinkProblemPage subject={subject} problem={problem} />}
      {...rest}
    />
  );
}

function LinkProblemPage({ subject, problem }: { subject: Subject; problem: LinkProblem }) {
  const { t } = useTranslation<Subject>(subject);
  return (
    <ResultPage
      drawing={<Envelope kind="empty" />}
      title={t(`link.${problem}Title`)}
      tabTitle={t('tabTitle')}
      role="status"
    >
      <p>{t(`link.${problem}`)}</p>
      <p>{t('link.ask')}</p>
    </ResultPage>
  );
}

/** The owner in a word: their name, or the address of those who have given none. */
export function ownerOf({
  owner_name: name,
  owner_email: email,
}: {
  owner_name: string | null;
  owner_email: string;
}): string {
  return name ?? email;
}
