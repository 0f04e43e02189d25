import { Link } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { useLanguage, useTranslation } from '../../../ui/language/use-translation.ts';
import { IconLink } from '../../../ui/more-icons.tsx';
import { toasts } from '../../../ui/toasts.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import styles from './faq.module.css';
import { addressForOthers } from './faq-rules.ts';

interface QuestionLinkProps {
  id: string;
  question: string;
}

/** The address of a question, in the address bar and, where the browser allows it, copied. */
export function QuestionLink({ id, question }: QuestionLinkProps) {
  const { t } = useTranslation('faq');
  const { language } = useLanguage();
  async function copy(event: MouseEvent<HTMLAnchorElement>) {
    try {
      await navigator.clipboard.writeText(addressForOthers(event.currentTarget.href));
      toasts.success(t('copied'));
    } catch {
      toasts.plain(t('notCopied'));
    }
  }
  return (
    <Link
      to="."
      search
      hash={id}
      resetScroll={false}
      hashScrollIntoView={false}
      className={styles.link}
      onClick={copy}
      lang={language}
    >
      <IconLink size={18} aria-hidden />
      {t('link')}
      <VisuallyHidden>: {question}</VisuallyHidden>
    </Link>
  );
}
