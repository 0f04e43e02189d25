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

/** Questions mailed to a contact; also the names of their locale files. */
type Subject = 'invitation' | 'reconfirmation';

interface ContactQuestionProps<View> {
  subject: Subject;
  read: (token: string) => Promise<View>;
  children: (link: OpenedLink<View>) => ReactNode;
}

/** Shared by the pages that a contact opens from a mail. */
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

/** The owner's name, or the address if there is no name. */
export function ownerLabel({
  owner_name: name,
  owner_email: email,
}: {
  owner_name: string | null;
  owner_email: string;
}): string {
  return name ?? email;
}
