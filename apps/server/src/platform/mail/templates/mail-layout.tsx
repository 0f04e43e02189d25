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
import type { MailText } from '../mail.ts';
import { darkStyles, styles } from './mail-styles.ts';
import type { MailWords } from './mail-words.ts';

const codeStyle = {
  ...styles.paragraph,
  fontFamily: "'SFMono-Regular', Consolas, 'Liberation Mono', Menlo, monospace",
  fontSize: '32px',
  lineHeight: '44px',
  fontWeight: 600,
  // Spacing without characters, so that the copied code has no gaps.
  letterSpacing: '8px',
};

const verbatimStyle = { ...styles.paragraph, whiteSpace: 'pre-wrap' as const };

interface MailLayoutProps extends Omit<MailText, 'blocks' | 'preheader'> {
  preheader: string;
  words: MailWords;
  supportEmail: string;
  children: ReactNode;
}

/** The layout of all mails, without images, external resources or tracking. */
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
        <style>{darkStyles}</style>
      </Head>
      <Body className="paper" style={styles.body}>
        <Preview>{preheader}</Preview>
        <Container style={styles.page}>
          <Logo name={words.t('layout.brand')} />
          <Section className="card" style={styles.card}>
            <div style={styles.cardInside}>
              <Heading as="h1" className="ink" style={styles.heading}>
                {subject}
              </Heading>
              <Text className="ink" style={styles.paragraph}>
                {greeting ?? words.t('layout.greeting')}
              </Text>
              {children}
            </div>
          </Section>
          <Section>
            <div style={styles.footer}>
              <Text className="quiet" style={styles.small}>
                {reason}
              </Text>
              <Text className="quiet" style={styles.small}>
                {words.t('layout.support')}{' '}
                <Link className="link" href={`mailto:${supportEmail}`} style={styles.link}>
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
    <Text className="ink" style={styles.paragraph}>
      {children}
    </Text>
  );
}

/** Keys contain the index, because items may repeat. */
export function Items({ items }: { items: readonly string[] }) {
  const rows = items.map((text, index) => ({ key: `${index} ${text}`, text }));
  return (
    <ul className="ink" style={styles.list}>
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
  isQuiet?: boolean;
}

/** A button and its URL as text, for mail programs without buttons. */
export function Action({ words, label, href, isQuiet = false }: ActionProps) {
  return (
    <>
      <Section style={styles.buttonRow}>
        <Button
          className={isQuiet ? 'quiet-button' : 'main-button'}
          href={href}
          style={isQuiet ? styles.quietButton : styles.mainButton}
        >
          {label}
        </Button>
      </Section>
      <div data-skip-in-text>
        <Text className="quiet" style={styles.small}>
          {words.t('layout.link_fallback')}
        </Text>
        <PlainLink href={href} />
      </div>
    </>
  );
}

export function PlainLink({ href }: { href: string }) {
  return (
    <Text style={styles.longLink}>
      <Link className="link" href={href} style={styles.link}>
        {href}
      </Link>
    </Text>
  );
}

export function Code({ code }: { code: string }) {
  return (
    <Text className="ink" style={codeStyle}>
      {code}
    </Text>
  );
}

export function Verbatim({ text }: { text: string }) {
  return (
    <pre className="ink" style={verbatimStyle}>
      {text}
    </pre>
  );
}

/** Logo made of table cells, because mail programs block images and remove SVG. */
function Logo({ name }: { name: string }) {
  return (
    <table role="presentation" cellPadding={0} cellSpacing={0} border={0} style={styles.brand}>
      <tbody>
        <tr>
          <td style={styles.logoCell}>
            <table role="presentation" cellPadding={0} cellSpacing={0} border={0} aria-hidden>
              <tbody>
                <tr>
                  <td className="mark-green" style={styles.leftLeaf} />
                  <td style={styles.betweenLeaves} />
                  <td className="mark-gold" style={styles.rightLeaf} />
                </tr>
                <tr>
                  <td colSpan={3} className="mark-edges" style={styles.openLetter} />
                </tr>
                <tr>
                  <td colSpan={3} className="mark-green" style={styles.letter} />
                </tr>
              </tbody>
            </table>
          </td>
          <td className="ink" style={styles.name}>
            {name}
          </td>
        </tr>
      </tbody>
    </table>
  );
}
