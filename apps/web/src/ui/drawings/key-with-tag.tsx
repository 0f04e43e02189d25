/** A key with a tag on a thread, as a symbol of trust. */
export function KeyWithTag({ width = 216 }: { width?: number }) {
  return (
    <svg
      width={width}
      height={(width * 190) / 260}
      viewBox="520 226 260 190"
      fill="none"
      stroke="var(--green)"
      strokeWidth="2.2"
      strokeLinejoin="round"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <g transform="translate(578 246) scale(.94)" fill="var(--drawn-gold)">
        <path d="M-7 56V168H7V160H22V148H7V140H17V128H7V56Z" />
        <path d="M0 60C-34 58-40 18 0-8C40 18 34 58 0 60Z" />
        <path d="M0 44C-17 42-20 22 0 8C20 22 17 42 0 44Z" fill="var(--paper)" />
      </g>
      <g stroke="var(--gold)" strokeWidth="2.5">
        <path d="M524 262C536 240 566 240 578 262C582 274 596 268 600 250" />
        <path d="M584 262C606 268 622 282 634 300" />
      </g>
      <g transform="translate(634 300) rotate(14)">
        <path
          d="M0-6L16-24H124A6 6 0 0 1 130-18V26A6 6 0 0 1 124 32H16L0 14Z"
          fill="var(--surface)"
        />
        <circle cx="14" cy="4" r="4" fill="var(--paper)" />
        <path d="M42-6H104M42 12H84" stroke="var(--field-line)" />
      </g>
    </svg>
  );
}
