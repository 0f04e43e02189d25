import { Link } from '@tanstack/react-router';
import type { Locale } from '@zavet/contract/locales';
import type { ComponentProps } from 'react';

type TextLanguageLinkProps = Pick<
  ComponentProps<typeof Link>,
  'lang' | 'aria-current' | 'children'
> & { language: Locale };

/** The same place of the same text in another language. */
export function TextLanguageLink({ language, ...props }: TextLanguageLinkProps) {
  return (
    <Link
      {...props}
      to="."
      search={(shown: object) => ({ ...shown, text: language })}
      hash={(shown) => shown ?? ''}
      replace
      resetScroll={false}
      hashScrollIntoView={false}
    />
  );
}
