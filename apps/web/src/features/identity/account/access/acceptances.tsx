import { legalPaths } from '@zavet/contract/identity/editions';
import type { ComponentProps, ReactNode } from 'react';
import { CheckField } from '../../../../ui/choice-fields.tsx';
import { Trans } from '../../../../ui/language/trans.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { VisuallyHidden } from '../../../../ui/visually-hidden.tsx';
import { type Acceptance, acceptances } from './acceptance-rules.ts';
import styles from './account.module.css';

interface AcceptancesProps {
  check: (name: Acceptance) => Omit<ComponentProps<typeof CheckField>, 'label'>;
}

/** The documents, each read in a new tab so that the form stays as it is. */
export function Acceptances({ check }: AcceptancesProps) {
  const { t } = useTranslation('account');
  return (
    <fieldset className={styles.acceptances}>
      <legend>
        <VisuallyHidden>{t('signUp.acceptances')}</VisuallyHidden>
      </legend>
      {acceptances.map((name) => (
        <CheckField
          key={name}
          {...check(name)}
          aria-required
          label={
            <Trans
              t={t}
              i18nKey={`signUp.accept.${name}`}
              components={{
                document: <DocumentLink path={legalPaths[name]} />,
                consent: <DocumentLink path={legalPaths.personal_data_consent} />,
              }}
            />
          }
        />
      ))}
    </fieldset>
  );
}

function DocumentLink({ path, children }: { path: string; children?: ReactNode }) {
  const { t } = useTranslation('account');
  return (
    <a href={path} target="_blank" rel="noopener">
      {children}
      <VisuallyHidden> {t('signUp.newTab')}</VisuallyHidden>
    </a>
  );
}
