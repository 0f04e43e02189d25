import { Body } from '@react-email/body';
import { Button } from '@react-email/button';
import { Container } from '@react-email/container';
import { Head } from '@react-email/head';
import { Heading } from '@react-email/heading';
import { Html } from '@react-email/html';
import { Link } from '@react-email/link';
import { Preview } from '@react-email/preview';
import { Section } from '@react-email/section';
import { Text } from '@react-email/text';
import type { ReactNode } from 'react';
import { darkLook, look } from './mail-look.ts';
import type { MailWords } from './mail-words.ts';

const codeLook = {
  ...look.paragraph,
  fontFamily: "'SFMono-Regular', Consolas, 'Liberation Mono', Menlo, monospace",
  fontSize: '32px',
  lineHeight: '44px',
  fontWeight: 600,
  // Spaced for the eye only: what is copied has no gaps.
  letterSpacing: '8px',
};

const verbatimLook = { ...look.paragraph, whiteSpace: 'pre-wrap' as const };

interface MailLayoutProps {
  words: MailWords;
  subject: string;
  /** What mail programs show beside the subject in the list. */
  preheader: string;
  /** Why the person got this mail. */
  reason: string;
  greeting?: string;
  supportEmail: string;
  children: ReactNode;
}

/** The sheet every mail is written on. No pictures, nothing loaded from elsewhere, nothing counted. */
export function MailLayout(props: MailLayoutProps) {
  const { words, subject, preheader, reason, greeting, supportEmail, children } = props;
  return (
    <Html lang={words.locale}>
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <title>{subject}</title>
        <style>{darkLook}</style>
      </Head>
      <Body className="paper" style={look.body}>
        <Preview>{preheader}</Preview>
        <Container style={look.page}>
          <MailMark name={words.t('layout.brand')} />
          <Section className="card" style={look.card}>
            <div style={look.cardInside}>
              <Heading as="h1" className="ink" style={look.heading}>
                {subject}
              </Heading>
              <Text className="ink" style={look.paragraph}>
                {greeting ?? words.t('layout.greeting')}
              </Text>
              {children}
            </div>
          </Section>
          <Section>
            <div style={look.footer}>
              <Text className="quiet" style={look.small}>
                {reason}
              </Text>
              <Text className="quiet" style={look.small}>
                {words.t('layout.support')}{' '}
                <Link className="link" href={`mailto:${supportEmail}`} style={look.link}>
                  {supportEmail}
                </Link>
              </Text>
            </div>
          </Section>
        </Container>
      </Body>
    </Html>
  );
}

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

export function Code({ code }: { code: string }) {
  return (
    <Text className="ink" style={codeLook}>
      {code}
    </Text>
  );
}

export function Verbatim({ text }: { text: string }) {
  return (
    <pre className="ink" style={verbatimLook}>
      {text}
    </pre>
  );
}

/**
 * The product's mark and name. A picture would have to be loaded or attached, and a drawing is taken
 * out by mail programs, so two leaves and a letter are made of table cells.
 */
function MailMark({ name }: { name: string }) {
  return (
    <table role="presentation" cellPadding={0} cellSpacing={0} border={0} style={look.brand}>
      <tbody>
        <tr>
          <td style={look.markPlace}>
            <table role="presentation" cellPadding={0} cellSpacing={0} border={0} aria-hidden>
              <tbody>
                <tr>
                  <td className="mark-green" style={look.leftLeaf} />
                  <td style={look.betweenLeaves} />
                  <td className="mark-gold" style={look.rightLeaf} />
                </tr>
                <tr>
                  <td colSpan={3} className="mark-edges" style={look.openLetter} />
                </tr>
                <tr>
                  <td colSpan={3} className="mark-green" style={look.letter} />
                </tr>
              </tbody>
            </table>
          </td>
          <td className="ink" style={look.name}>
            {name}
          </td>
        </tr>
      </tbody>
    </table>
  );
}
