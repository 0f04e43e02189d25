import { Card } from '../../../ui/card.tsx';
import { Heading } from '../../../ui/heading.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import styles from './mock-payment.module.css';

export type Fact = [name: string, value: string | undefined];

export function FactList({ facts }: { facts: Fact[] }) {
  const { t } = useTranslation('payment');
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd data-unset={!value || undefined}>{value || t('mock.unset')}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What the page was called with, as it stands in the address. */
export function DebugFacts({ title, facts }: { title: string; facts: Fact[] }) {
  return (
    <Card className={styles.debug} aria-labelledby="mock-debug">
      <Heading level={2} size="row" id="mock-debug">
        {title}
      </Heading>
      <FactList facts={facts} />
    </Card>
  );
}
