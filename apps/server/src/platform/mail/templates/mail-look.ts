const light = {
  paper: '#FBF8F3',
  surface: '#FFFFFF',
  line: '#E6DFD3',
  ink: '#22302B',
  quiet: '#5A6861',
  green: '#1F5A46',
  onGreen: '#FFFFFF',
};

const dark: typeof light = {
  paper: '#171B19',
  surface: '#1F2523',
  line: '#343D39',
  ink: '#ECE7DD',
  quiet: '#A9B2AC',
  green: '#8CD0B1',
  onGreen: '#10241C',
};

const sans = "'Golos Text', -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";
const serif = "Literata, Georgia, 'Times New Roman', serif";

const text = {
  fontFamily: sans,
  fontSize: '17px',
  lineHeight: '27px',
  color: light.ink,
  // A long word or address must not widen the sheet on a small phone.
  wordBreak: 'break-word' as const,
};
const button = {
  ...text,
  fontWeight: 600,
  lineHeight: '22px',
  padding: '13px 26px',
  borderRadius: '12px',
  border: `1px solid ${light.green}`,
  textAlign: 'center' as const,
};

export const look = {
  body: { margin: '0', padding: '0', backgroundColor: light.paper },
  page: { maxWidth: '600px', padding: '26px 10px 36px' },
  brand: { ...text, fontFamily: serif, fontSize: '22px', fontWeight: 600, margin: '0 0 18px 10px' },
  card: {
    backgroundColor: light.surface,
    border: `1px solid ${light.line}`,
    borderRadius: '16px',
    borderCollapse: 'separate' as const,
  },
  cardInside: { padding: '26px 22px 12px' },
  heading: {
    ...text,
    fontFamily: serif,
    fontSize: '24px',
    lineHeight: '32px',
    fontWeight: 600,
    hyphens: 'auto' as const,
    margin: '0 0 18px',
  },
  paragraph: { ...text, margin: '0 0 16px' },
  list: { ...text, margin: '0 0 18px', paddingLeft: '24px' },
  link: { color: light.green, textDecoration: 'underline' },
  mainButton: { ...button, backgroundColor: light.green, color: light.onGreen },
  quietButton: { ...button, backgroundColor: light.surface, color: light.green },
  buttonRow: { margin: '24px 0 16px' },
  small: {
    ...text,
    fontSize: '15px',
    lineHeight: '23px',
    color: light.quiet,
    margin: '0 0 4px',
  },
  longLink: {
    ...text,
    fontSize: '15px',
    lineHeight: '23px',
    margin: '0 0 20px',
    wordBreak: 'break-all' as const,
  },
  footer: { padding: '20px 10px 0' },
};

/** For mail programs that follow the reader's dark theme; inline styles need outweighing. */
export const darkLook = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .paper, .paper > table > tbody > tr > td { background-color: ${dark.paper} !important; }
  .card { background-color: ${dark.surface} !important; border-color: ${dark.line} !important; }
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
