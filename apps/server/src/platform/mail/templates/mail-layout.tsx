import { Body } from '@react-email/body';
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
import { MailMark } from './mail-mark.tsx';
import type { MailWords } from './mail-words.ts';

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
