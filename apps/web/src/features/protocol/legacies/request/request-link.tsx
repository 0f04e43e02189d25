import type { LegacyView } from '@zavet/contract/protocol/legacy-schemas';
import { useId, useState } from 'react';
import { Button, type ButtonKind, ButtonLink } from '../../../../ui/button.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import pinStyles from '../activation/activation.module.css';
import styles from '../legacies.module.css';
import { nameOf } from '../legacy-stage.ts';
import { filingStateOf } from '../start-rules.ts';
import { SupportHint } from '../support-hint.tsx';

interface RequestLinkProps {
  legacy: LegacyView;
  kind?: ButtonKind;
  /** True for another request after a rejection. */
  isRepeated?: boolean;
  wide?: boolean;
}

/** Link to the request form; disabled, with a date, if it is too early for another request. */
export function RequestLink({ legacy, kind = 'quiet', isRepeated, wide }: RequestLinkProps) {
  const { t } = useTranslation('requests');
  const formats = useFormats();
  const state = filingStateOf(legacy, Date.now());
  const label = t(isRepeated ? 'again' : 'ask');
  const name = nameOf(legacy);
  switch (state.kind) {
    case 'closed':
      return null;
    case 'later':
      return (
        <div className={styles.paragraphs}>
          <p>{t('later', { date: formats.dateTime(state.from) })}</p>
          <div>
            <Button kind={kind} wide={wide} disabled>
              {label}
            </Button>
          </div>
        </div>
      );
    case 'open':
      return (
        <div>
          <ButtonLink
            to="/trusted-legacies/request"
            search={{ legacy: legacy.trusted_contact_id }}
            kind={kind}
            wide={wide}
            aria-label={t(isRepeated ? 'againNamed' : 'askNamed', { name })}
          >
            {label}
          </ButtonLink>
        </div>
      );
  }
}

/**
 * Offers a contact who does not know the PIN the link to a request, or else the support address.
 */
export function ForgottenPin({ legacy }: { legacy: LegacyView }) {
  const { t } = useTranslation('legacies');
  const textId = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={pinStyles.forgotten}>
      <Button
        kind="plain"
        aria-expanded={isOpen}
        aria-controls={isOpen ? textId : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {t('pin.unknown')}
      </Button>
      {isOpen && (
        <div id={textId} className={pinStyles.forgottenText}>
          <p>{t('pin.unknownText')}</p>
          {legacy.request ? <RequestLink legacy={legacy} /> : <SupportHint />}
        </div>
      )}
    </div>
  );
}
