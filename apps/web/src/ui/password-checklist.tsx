import { passwordReasons, unmetPasswordReasons } from '@zavet/contract/account/password-rules';
import { IconCheck } from './icons.tsx';
import { useTranslation } from './language/use-translation.ts';
import styles from './password-checklist.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

/** What a new password needs, ticked off while it is typed. */
export function PasswordChecklist({ id, password }: { id: string; password: string }) {
  const { t } = useTranslation('shell');
  const unmet = unmetPasswordReasons(password);
  return (
    <div id={id} className={styles.box}>
      <p id={`${id}-title`}>{t('password.rules')}</p>
      <ul className={styles.list} aria-labelledby={`${id}-title`}>
        {passwordReasons.map((reason) => {
          const isMet = !unmet.includes(reason);
          return (
            <li key={reason} className={styles.rule} data-met={isMet || undefined}>
              <span className={styles.mark}>
                <IconCheck size={14} stroke={3} aria-hidden />
              </span>
              {t(`password.${reason}`)}
              <VisuallyHidden>{t(isMet ? 'password.met' : 'password.unmet')}</VisuallyHidden>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
