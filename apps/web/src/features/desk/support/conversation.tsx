import type { SupportRequestView } from '@zavet/contract/desk/support-endpoints';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import styles from './public/request.module.css';
import { Said } from './public/said.tsx';

/** What was written in a request, by both sides, oldest first. */
export function Conversation({ request }: { request: SupportRequestView }) {
  const { t } = useTranslation('support');
  const { id, message: text, created_at, messages } = request;
  const first = { id, author: 'owner', text, created_at } as const;
  return (
    <ol className={styles.conversation}>
      {[first, ...messages].map((one) => (
        <Said
          key={one.id}
          author={one.author}
          name={t(`requests.authors.${one.author}`)}
          created_at={one.created_at}
          text={one.text || t('requests.damaged')}
        />
      ))}
    </ol>
  );
}
