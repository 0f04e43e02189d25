const lightColors = {
  paper: '#FBF8F3',
  surface: '#FFFFFF',
  line: '#E6DFD3',
  ink: '#22302B',
  quiet: '#5A6861',
  green: '#1F5A46',
  onGreen: '#FFFFFF',
  gold: '#8A6524',
};

const darkColors: typeof lightColors = {
  paper: '#171B19',
  surface: '#1F2523',
  line: '#343D39',
  ink: '#ECE7DD',
  quiet: '#A9B2AC',
  green: '#8CD0B1',
  onGreen: '#10241C',
  gold: '#DDBB7C',
};

const sans = "'Golos Text', -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";
const serif = "Literata, Georgia, 'Times New Roman', serif";

const text = {
  fontFamily: sans,
  fontSize: '17px',
  lineHeight: '28px',
  color: lightColors.ink,
  // Long words must not widen the layout on small phones.
  wordBreak: 'break-word' as const,
};
const button = {
  ...text,
  fontWeight: 600,
  lineHeight: '24px',
  padding: '13px 24px',
  borderRadius: '12px',
  border: `1px solid ${lightColors.green}`,
  textAlign: 'center' as const,
};

/** Empty cells of the logo keep their size. */
const emptyCell = { fontSize: '1px', lineHeight: '1px', padding: '0' };

export const styles = {
  body: { margin: '0', padding: '0', backgroundColor: lightColors.paper },
  page: { maxWidth: '600px', padding: '32px 8px 48px' },
  brand: { margin: '0 0 24px 8px' },
  logoCell: { padding: '0 12px 0 0', verticalAlign: 'middle' as const },
  leftLeaf: {
    ...emptyCell,
    width: '15px',
    height: '12px',
    borderRadius: '1px 14px 1px 14px',
    backgroundColor: lightColors.green,
  },
  betweenLeaves: { ...emptyCell, width: '2px' },
  rightLeaf: {
    ...emptyCell,
    width: '15px',
    height: '12px',
    borderRadius: '14px 1px 14px 1px',
    backgroundColor: lightColors.gold,
  },
  /* An open letter, drawn by slanted borders. */
  openLetter: {
    ...emptyCell,
    height: '0',
    borderTop: '7px solid transparent',
    borderLeft: `16px solid ${lightColors.green}`,
    borderRight: `16px solid ${lightColors.green}`,
  },
  letter: {
    ...emptyCell,
    height: '9px',
    borderRadius: '0 0 5px 5px',
    backgroundColor: lightColors.green,
  },
  name: {
    ...text,
    fontFamily: serif,
    fontSize: '24px',
    lineHeight: '32px',
    fontWeight: 600,
    verticalAlign: 'middle' as const,
  },
  card: {
    backgroundColor: lightColors.surface,
    border: `1px solid ${lightColors.line}`,
    borderRadius: '16px',
    borderCollapse: 'separate' as const,
  },
  cardInside: { padding: '32px 24px 16px' },
  heading: {
    ...text,
    fontFamily: serif,
    fontSize: '28px',
    lineHeight: '36px',
    fontWeight: 500,
    hyphens: 'auto' as const,
    margin: '0 0 16px',
  },
  paragraph: { ...text, margin: '0 0 16px' },
  list: { ...text, margin: '0 0 16px', paddingLeft: '24px' },
  link: { color: lightColors.green, textDecoration: 'underline' },
  mainButton: { ...button, backgroundColor: lightColors.green, color: lightColors.onGreen },
  quietButton: { ...button, backgroundColor: lightColors.surface, color: lightColors.green },
  buttonRow: { margin: '24px 0 16px' },
  small: {
    ...text,
    fontSize: '15px',
    lineHeight: '24px',
    color: lightColors.quiet,
    margin: '0 0 4px',
  },
  longLink: {
    ...text,
    fontSize: '15px',
    lineHeight: '24px',
    margin: '0 0 16px',
    wordBreak: 'break-all' as const,
  },
  footer: { padding: '24px 8px 0' },
};

/** `!important` overrides the inline styles. */
export const darkStyles = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .paper, .paper > table > tbody > tr > td { background-color: ${darkColors.paper} !important; }
  .card { background-color: ${darkColors.surface} !important; border-color: ${darkColors.line} !important; }
  .mark-green { background-color: ${darkColors.green} !important; }
  .mark-edges {
    border-left-color: ${darkColors.green} !important;
    border-right-color: ${darkColors.green} !important;
  }
  .mark-gold { background-color: ${darkColors.gold} !important; }
  .ink { color: ${darkColors.ink} !important; }
  .quiet { color: ${darkColors.quiet} !important; }
  .link { color: ${darkColors.green} !important; }
  .main-button {
    background-color: ${darkColors.green} !important;
    border-color: ${darkColors.green} !important;
    color: ${darkColors.onGreen} !important;
  }
  .quiet-button {
    background-color: ${darkColors.surface} !important;
    border-color: ${darkColors.green} !important;
    color: ${darkColors.green} !important;
  }
}`;
