import {
  type LegalDocument,
  legalDocumentNames,
  legalDocuments,
} from '@zavet/contract/legal-documents';
import type { ComponentProps, ReactNode } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { CheckField } from '../../interface/check-field.tsx';
import { VisuallyHidden } from '../../interface/visually-hidden.tsx';
import styles from './account.module.css';

interface AcceptancesProps {
  check: (name: LegalDocument) => Omit<ComponentProps<typeof CheckField>, 'label'>;
}

/** The three documents, each read in a new tab so that the form stays as it is. */
export function Acceptances({ check }: AcceptancesProps) {
  const { t } = useTranslation('account');
  return (
    <fieldset className={styles.acceptances}>
      <legend>
        <VisuallyHidden>{t('signUp.acceptances')}</VisuallyHidden>
      </legend>
      {legalDocumentNames.map((name) => (
        <CheckField
          key={name}
          {...check(name)}
          aria-required
          label={
            <Trans
              t={t}
              i18nKey={`signUp.accept.${name}`}
              components={{ document: <DocumentLink path={legalDocuments[name].path} /> }}
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
