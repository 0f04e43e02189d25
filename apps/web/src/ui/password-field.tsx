import { type ComponentProps, useState } from 'react';
import { classes } from './classes.ts';
import styles from './field.module.css';
import { FieldFrame, type FieldTexts, useFieldAttributes } from './field.tsx';
import iconButton from './icon-button.module.css';
import { IconEye, IconEyeOff } from './icons.tsx';
import { useTranslation } from './language/use-translation.ts';

type PasswordFieldProps = FieldTexts &
  Omit<ComponentProps<'input'>, 'type'> & {
    autoComplete: 'current-password' | 'new-password' | 'off';
  };

/** A password, a PIN or another secret, hidden until the eye is pressed. */
export function PasswordField({ label, help, error, id, className, ...rest }: PasswordFieldProps) {
  const { t } = useTranslation('shell');
  const [isShown, setShown] = useState(false);
  const texts = { label, help, error };
  const attributes = useFieldAttributes(texts, id, rest['aria-describedby']);
  const Icon = isShown ? IconEyeOff : IconEye;
  return (
    <FieldFrame {...texts} id={attributes.id} errorText={attributes.errorText}>
      <div className={styles.withToggle}>
        <input
          spellCheck={false}
          autoCapitalize="none"
          {...rest}
          {...attributes.control}
          type={isShown ? 'text' : 'password'}
          className={classes(styles.input, className)}
        />
        <button
          type="button"
          className={classes(iconButton.button, styles.toggle)}
          aria-label={t(isShown ? 'password.hide' : 'password.show')}
          aria-describedby={attributes.labelId}
          aria-controls={attributes.id}
          // Keeps the cursor in the field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setShown(!isShown)}
        >
          <Icon size={22} aria-hidden />
        </button>
      </div>
    </FieldFrame>
  );
}

/** Names the account of a form for password managers. */
export function UsernameField({ email }: { email: string }) {
  return (
    <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
  );
}
