import { Button } from '@react-email/button';
import { Link } from '@react-email/link';
import { Section } from '@react-email/section';
import { Text } from '@react-email/text';
import type { ReactNode } from 'react';
import { look } from './mail-look.ts';
import type { MailWords } from './mail-words.ts';

export function Paragraph({ children }: { children: ReactNode }) {
  return (
    <Text className="ink" style={look.paragraph}>
      {children}
    </Text>
  );
}

/** A list of names; the same one may stand in it twice. */
export function Items({ items }: { items: readonly string[] }) {
  const rows = items.map((text, index) => ({ key: `${index} ${text}`, text }));
  return (
    <ul className="ink" style={look.list}>
      {rows.map(({ key, text }) => (
        <li key={key}>{text}</li>
      ))}
    </ul>
  );
}

interface ActionProps {
  words: MailWords;
  label: string;
  href: string;
  /** A step that most readers will not need to take. */
  quiet?: boolean;
}

/** A button, and its address in full for those whose mail program shows none. */
export function Action({ words, label, href, quiet = false }: ActionProps) {
  return (
    <>
      <Section style={look.buttonRow}>
        <Button
          className={quiet ? 'quiet-button' : 'main-button'}
          href={href}
          style={quiet ? look.quietButton : look.mainButton}
        >
          {label}
        </Button>
      </Section>
      <div data-skip-in-text>
        <Text className="quiet" style={look.small}>
          {words.t('layout.link_fallback')}
        </Text>
        <PlainLink href={href} />
      </div>
    </>
  );
}

/** An address written out, for a second way on. */
export function PlainLink({ href }: { href: string }) {
  return (
    <Text style={look.longLink}>
      <Link className="link" href={href} style={look.link}>
        {href}
      </Link>
    </Text>
  );
}

const codeLook = {
  ...look.paragraph,
  fontFamily: "'SFMono-Regular', Consolas, 'Liberation Mono', Menlo, monospace",
  fontSize: '32px',
  lineHeight: '44px',
  fontWeight: 600,
  // Spaced for the eye only: what is copied has no gaps.
  letterSpacing: '8px',
};

export function Code({ code }: { code: string }) {
  return (
    <Text className="ink" style={codeLook}>
      {code}
    </Text>
  );
}

const verbatimLook = { ...look.paragraph, whiteSpace: 'pre-wrap' as const };

export function Verbatim({ text }: { text: string }) {
  return (
    <pre className="ink" style={verbatimLook}>
      {text}
    </pre>
  );
}
