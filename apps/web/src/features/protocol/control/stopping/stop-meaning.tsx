import { Heading } from '../../../../ui/heading.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import styles from './stopping.module.css';

interface VetoMeaningProps {
  /** Operators are only asked: there is a request to reject, and no start to stop. */
  isRequest?: boolean;
}

/** What the one button does, before it is pressed. */
export function VetoMeaning({ isRequest }: VetoMeaningProps) {
  const { t } = useTranslation('stop');
  return (
    <div className={styles.meaning}>
      <Heading level={2} size="row">
        {t('meaning.title')}
      </Heading>
      <VetoConsequences isRequest={isRequest} />
    </div>
  );
}

const vetoPoints = ['letters', 'fee', 'told', 'contact'] as const;
const requestPoints = ['request', 'toldRequest', 'contact'] as const;

export function VetoConsequences({ isRequest = false }: VetoMeaningProps) {
  const { t } = useTranslation('stop');
  return (
    <ul className={styles.points}>
      {(isRequest ? requestPoints : vetoPoints).map((point) => (
        <li key={point}>{t(`meaning.${point}`)}</li>
      ))}
    </ul>
  );
}
