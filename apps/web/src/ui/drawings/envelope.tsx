interface EnvelopeProps {
  /**
   * `sealed`: would be delivered; `empty`: would not be; `opened`: was read; `pile`: remaining
   * letters.
   */
  kind: 'sealed' | 'empty' | 'opened' | 'pile';
  /** Width in pixels. */
  width?: number;
}

/** The drawing of a letter, used in the entire product. */
export function Envelope({ kind, width = 112 }: EnvelopeProps) {
  // Keeps the stroke width constant at every size.
  const line = (2 * 112) / Math.max(width, 78);
  return (
    <svg
      width={width}
      height={(width * 80) / 112}
      viewBox="0 0 112 80"
      fill="none"
      stroke="var(--green)"
      strokeWidth={line}
      strokeLinejoin="round"
      strokeLinecap="round"
      aria-hidden="true"
    >
      {kind === 'sealed' && <Sealed line={line} />}
      {kind === 'empty' && (
        <g stroke="var(--field-line)" strokeDasharray="8 6">
          <rect x="2" y="2" width="108" height="76" rx="10" />
          <path d="M6 6L49 42Q56 48 63 42L106 6" />
        </g>
      )}
      {kind === 'pile' && (
        <>
          <path d="M16 6V4a3 3 0 0 1 3-3H107a4 4 0 0 1 4 4V58a3 3 0 0 1-3 3h-2M9 13V11a3 3 0 0 1 3-3H100a4 4 0 0 1 4 4V66a3 3 0 0 1-3 3h-3" />
          <g transform="translate(0 14) scale(.87 .82)">
            <Sealed line={line} />
          </g>
        </>
      )}
      {kind === 'opened' && (
        <>
          <path d="M20 30V8a5 5 0 0 1 5-5H87a5 5 0 0 1 5 5V30" fill="var(--surface)" />
          <path d="M34 18H78M34 29H66" stroke="var(--field-line)" />
          <path
            d="M3 26V68a9 9 0 0 0 9 9H100a9 9 0 0 0 9-9V26L64 54Q56 59 48 54Z"
            fill="var(--green-soft)"
          />
        </>
      )}
    </svg>
  );
}

function Sealed({ line }: { line: number }) {
  return (
    <>
      <rect x="2" y="2" width="108" height="76" rx="10" fill="var(--green-soft)" />
      <path d="M6 74L40 45M106 74L72 45" strokeWidth={line * 0.75} />
      <path d="M6 6L49 42Q56 48 63 42L106 6" />
      <circle cx="56" cy="43" r="9.5" fill="var(--gold)" stroke="none" />
    </>
  );
}
