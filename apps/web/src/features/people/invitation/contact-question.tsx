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
type QuestionKind = 'invitation' | 'reconfirmation';

interface ContactQuestionProps<View> {
  kind: QuestionKind;
  read: (token: string) => Promise<View>;
  children: (link: OpenedLink<View>) => ReactNode;
}

/** Shared by the pages that a contact opens from a mail. */
export function ContactQuestion<View extends object>({
  kind,
  ...rest
}: ContactQuestionProps<View>) {
  const { t } = useTranslation<QuestionKind>(kind);
  return (
    <MailedLinkPage
      question={kind}
      waiting={{
        title: t('title'),
        tabTitle: t('tabTitle'),
        drawing: <KeyWithTag />,
        loading: t('loading'),
        loadFailed: t('loadFailed'),
        lines: 4,
        className: styles.text,
      }}
      renderProblem={(problem) => <LinkProblemPage kind={kind} problem={problem} />}
      {...rest}
    />
  );
}

function LinkProblemPage({ kind, problem }: { kind: QuestionKind; problem: LinkProblem }) {
  const { t } = useTranslation<QuestionKind>(kind);
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
