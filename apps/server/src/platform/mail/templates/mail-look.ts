const light = {
  paper: '#FBF8F3',
  surface: '#FFFFFF',
  line: '#E6DFD3',
  ink: '#22302B',
  quiet: '#5A6861',
  green: '#1F5A46',
  onGreen: '#FFFFFF',
  gold: '#8A6524',
};

const dark: typeof light = {
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
  color: light.ink,
  // Long words must not widen the layout on small phones.
  wordBreak: 'break-word' as const,
};
const button = {
  ...text,
  fontWeight: 600,
  lineHeight: '24px',
  padding: '13px 24px',
  borderRadius: '12px',
  border: `1px solid ${light.green}`,
  textAlign: 'center' as const,
};

/** Empty cells of the logo keep their size. */
const shape = { fontSize: '1px', lineHeight: '1px', padding: '0' };

export const look = {
  body: { margin: '0', padding: '0', backgroundColor: light.paper },
  page: { maxWidth: '600px', padding: '32px 8px 48px' },
  brand: { margin: '0 0 24px 8px' },
  logoCell: { padding: '0 12px 0 0', verticalAlign: 'middle' as const },
  leftLeaf: {
    ...shape,
    width: '15px',
    height: '12px',
    borderRadius: '1px 14px 1px 14px',
    backgroundColor: light.green,
  },
  betweenLeaves: { ...shape, width: '2px' },
  rightLeaf: {
    ...shape,
    width: '15px',
    height: '12px',
    borderRadius: '14px 1px 14px 1px',
    backgroundColor: light.gold,
  },
  /* An open letter, drawn by slanted borders. */
  openLetter: {
    ...shape,
    height: '0',
    borderTop: '7px solid transparent',
    borderLeft: `16px solid ${light.green}`,
    borderRight: `16px solid ${light.green}`,
  },
  letter: {
    ...shape,
    height: '9px',
    borderRadius: '0 0 5px 5px',
    backgroundColor: light.green,
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
    backgroundColor: light.surface,
    border: `1px solid ${light.line}`,
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
  link: { color: light.green, textDecoration: 'underline' },
  mainButton: { ...button, backgroundColor: light.green, color: light.onGreen },
  quietButton: { ...button, backgroundColor: light.surface, color: light.green },
  buttonRow: { margin: '24px 0 16px' },
  small: {
    ...text,
    fontSize: '15px',
    lineHeight: '24px',
    color: light.quiet,
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
export const darkLook = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .paper, .paper > table > tbody > tr > td { background-color: ${dark.paper} !important; }
  .card { background-color: ${dark.surface} !important; border-color: ${dark.line} !important; }
  .mark-green { background-color: ${dark.green} !important; }
  .mark-edges {
    border-left-color: ${dark.green} !important;
    border-right-color: ${dark.green} !important;
  }
  .mark-gold { background-color: ${dark.gold} !important; }
  .ink { color: ${dark.ink} !important; }
  .quiet { color: ${dark.quiet} !important; }
  .link { color: ${dark.green} !important; }
  .main-button {
    background-color: ${dark.green} !important;
    border-color: ${dark.green} !important;
    color: ${dark.onGreen} !important;
  }
  .quiet-button {
    background-color: ${dark.surface} !important;
    border-color: ${dark.green} !important;
    color: ${dark.green} !important;
  }
}`;
