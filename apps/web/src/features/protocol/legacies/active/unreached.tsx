import type { LegacyView, UnreachedRecipient } from '@zavet/contract/protocol/legacy-schemas';
import { useId, useState } from 'react';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { ErrorState } from '../../../../ui/error-state.tsx';
import { Heading } from '../../../../ui/heading.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import styles from '../legacies.module.css';
import { useActivation } from '../legacy-queries.ts';
import { CorrectAddressForm } from './correct-address-form.tsx';

interface UnreachedRecipientsProps {
  legacy: LegacyView;
  activationId: string;
}

/** Whom mail cannot reach, for the one who activated. */
export function UnreachedRecipients({ legacy, activationId }: UnreachedRecipientsProps) {
  const { t } = useTranslation('legacies');
  const headingId = useId();
  const query = useActivation(legacy, activationId);
  if (query.isError && !query.data) {
    return (
      <ErrorState
        title={t('unreached.loadFailed')}
        error={query.error}
        isRetrying={query.isFetching}
        onRetry={() => query.refetch()}
      />
    );
  }
  const unreached = query.data?.unreached ?? [];
  if (unreached.length === 0) return null;
  return (
    <section className={styles.part} aria-labelledby={headingId}>
      <Heading level={3} id={headingId} tabIndex={-1}>
        {t('unreached.title')}
      </Heading>
      <p className={styles.quiet}>{t('unreached.text')}</p>
      <ul className={styles.rows}>
        {unreached.map((recipient) => (
          <UnreachedRow
            key={recipient.envelope_id}
            recipient={recipient}
            // The form that had the focus goes away with what it fixed.
            onCorrected={() =>
              requestAnimationFrame(() => document.getElementById(headingId)?.focus())
            }
          />
        ))}
      </ul>
    </section>
  );
}

interface UnreachedRowProps {
  recipient: UnreachedRecipient;
  onCorrected: () => void;
}

function UnreachedRow({ recipient, onCorrected }: UnreachedRowProps) {
  const { t } = useTranslation('legacies');
  const formats = useFormats();
  const [isCorrecting, setCorrecting] = useState(false);
  const { recipient_name: name, recipient_email: email } = recipient;
  const isGivenUp = recipient.state === 'unreachable';
  // What is refused for a while goes on being tried; there is nothing to fix yet.
  const isForGood = isGivenUp || recipient.refusal === 'permanent';
  const who = name ?? email ?? t('unreached.unknown');
  return (
    <li className={styles.unreached}>
      <div className={styles.head}>
        <div className={styles.about}>
          <strong>{who}</strong>
          {name && email && <span className={styles.quiet}>{email}</span>}
        </div>
        <Badge tone={isGivenUp ? 'red' : 'gold'}>
          {t(isGivenUp ? 'unreached.givenUp' : 'unreached.stillTried')}
        </Badge>
      </div>
      <p className={styles.quiet}>
        {t(`unreached.${recipient.is_bounced ? 'bounced' : recipient.refusal}`, {
          date: formats.dateTime(recipient.refused_at),
        })}
      </p>
      {recipient.letters > 1 && (
        <p className={styles.quiet}>{t('lettersFor', { count: recipient.letters })}</p>
      )}
      {isForGood && !recipient.can_correct && (
        <p className={styles.quiet}>{t('unreached.corrected')}</p>
      )}
      {recipient.can_correct && !isCorrecting && (
        <div>
          <Button
            kind="quiet"
            aria-label={t('correct.openNamed', { who })}
            onClick={() => setCorrecting(true)}
          >
            {t('correct.open')}
          </Button>
        </div>
      )}
      {recipient.can_correct && isCorrecting && (
        <CorrectAddressForm
          recipient={recipient}
          onCorrected={() => {
            setCorrecting(false);
            onCorrected();
          }}
          onCancel={() => setCorrecting(false)}
        />
      )}
    </li>
  );
}
