import { Heading } from '../../../../ui/heading.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import styles from './stopping.module.css';

interface StopMeaningProps {
  /** Operators are only asked: there is a request to reject, and no start to stop. */
  isRequest?: boolean;
}

/** What the one button does, before it is pressed. */
export function StopMeaning({ isRequest }: StopMeaningProps) {
  const { t } = useTranslation('stop');
  return (
    <div className={styles.meaning}>
      <Heading level={2} size="row">
        {t('meaning.title')}
      </Heading>
      <StopConsequences isRequest={isRequest} />
    </div>
  );
}

const ofStop = ['letters', 'fee', 'told', 'contact'] as const;
const ofAnswer = ['request', 'toldRequest', 'contact'] as const;

export function StopConsequences({ isRequest = false }: StopMeaningProps) {
  const { t } = useTranslation('stop');
  return (
    <ul className={styles.points}>
      {(isRequest ? ofAnswer : ofStop).map((point) => (
        <li key={point}>{t(`meaning.${point}`)}</li>
      ))}
    </ul>
  );
}
