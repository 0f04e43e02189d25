import type { LinkDescription } from '@zavet/contract/identity/account-schemas';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { useDeviceLabel } from '../security/use-device-name.ts';
import styles from './link-request.module.css';

/** Effect and origin of a mailed link, for the visitor to check before confirming. */
export function LinkRequest({ description }: { description: LinkDescription }) {
  const { t } = useTranslation('links');
  const formats = useFormats();
  const deviceLabel = useDeviceLabel();
  const { effect, email, new_email, asked_at, network, browser, system } = description;
  return (
    <>
      <p>{t(`explain.${wordingOf(effect)}`, { email, new_email: new_email ?? '' })}</p>
      <dl className={styles.facts}>
        <dt>{t(`asked.${requestLabelOf(effect)}`)}</dt>
        <dd>
          <time dateTime={asked_at}>{formats.dateTime(asked_at)}</time>
        </dd>
        {(browser || system) && (
          <>
            <dt>{t('asked.device')}</dt>
            <dd>{deviceLabel({ browser: browser ?? undefined, system: system ?? undefined })}</dd>
          </>
        )}
        {network && (
          <>
            <dt>{t('asked.network')}</dt>
            <dd>{network}</dd>
          </>
        )}
      </dl>
      <p className={styles.quiet}>{t(`otherwise.${wordingOf(effect)}`)}</p>
    </>
  );
}

/** Returns the key of the texts: links that disown a sign-in or a new factor share theirs. */
export function wordingOf(effect: LinkDescription['effect']) {
  return effect === 'disown_factor' ? 'disown_sign_in' : effect;
}

function requestLabelOf(
  effect: LinkDescription['effect'],
): 'signedUp' | 'signedIn' | 'changed' | 'at' {
  if (effect === 'signup') return 'signedUp';
  if (effect === 'disown_factor') return 'changed';
  return effect === 'disown_sign_in' ? 'signedIn' : 'at';
}
