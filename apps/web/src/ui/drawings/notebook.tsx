/** An open notebook with a pencil, bound with a thread. */
export function Notebook({ width = 216 }: { width?: number }) {
  return (
    <svg
      width={width}
      height={(width * 234) / 320}
      viewBox="78 196 320 234"
      fill="none"
      stroke="var(--green)"
      strokeWidth="2.6"
      strokeLinejoin="round"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="M84 232C130 216 190 214 232 230V372C190 356 130 358 84 374Z" fill="var(--surface)" />
      <path
        d="M380 232C334 216 274 214 232 230V372C274 356 334 358 380 374Z"
        fill="var(--surface)"
      />
      <path
        d="M84 374C130 358 190 356 232 372C274 356 334 358 380 374V382C334 366 274 364 232 380C190 364 130 366 84 382Z"
        fill="var(--drawn-gold)"
      />
      <g stroke="var(--gold)" strokeWidth="3">
        <path d="M232 236V368" strokeDasharray="13 9" />
        <path d="M232 372C238 410 262 424 284 416C300 410 296 396 284 400C268 406 276 428 300 426" />
      </g>
      <g transform="translate(262 290) rotate(-52)">
        <path d="M0 0L16-7H104A7 7 0 0 1 104 7H16Z" fill="var(--green-soft)" />
        <path d="M0 0L16-7V7Z" fill="var(--surface)" />
        <path d="M78-7V7M84-7V7" />
      </g>
    </svg>
  );
}
