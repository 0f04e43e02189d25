import { Text } from '@react-email/text';
import { look } from '../../../platform/mail/templates/mail-look.ts';

const style = {
  ...look.paragraph,
  fontFamily: "'SFMono-Regular', Consolas, 'Liberation Mono', Menlo, monospace",
  fontSize: '32px',
  lineHeight: '44px',
  fontWeight: 600,
  // Spaced for the eye only: what is copied has no gaps.
  letterSpacing: '8px',
};

export function ConfirmationCode({ code }: { code: string }) {
  return (
    <Text className="ink" style={style}>
      {code}
    </Text>
  );
}
